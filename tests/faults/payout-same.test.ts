import { describe } from "vitest";
import { payoutMatrix } from "./payout";

describe("a payout, where the service answers a repeated referenceId with the same order", () => payoutMatrix("same"));
