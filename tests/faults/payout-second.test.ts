import { describe } from "vitest";
import { payoutMatrix } from "./payout";

describe("a payout, where the service makes a second order of a repeated referenceId", () => payoutMatrix("second"));
