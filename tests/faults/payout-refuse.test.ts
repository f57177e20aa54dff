import { describe } from "vitest";
import { payoutMatrix } from "./payout";

describe("a payout, where the service refuses a repeated referenceId", () => payoutMatrix("refuse"));
