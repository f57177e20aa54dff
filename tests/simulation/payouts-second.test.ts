import { describe } from "vitest";
import { payouts } from "./payouts";

describe("payouts, where the service makes a second order of a repeated referenceId", () => payouts("second"));
