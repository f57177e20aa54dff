import { describe } from "vitest";
import { payouts } from "./payouts";

describe("payouts, where the service answers a repeated referenceId with the same order", () => payouts("same"));
