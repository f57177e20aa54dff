import { describe } from "vitest";
import { payouts } from "./payouts";

describe("payouts, where the service refuses a repeated referenceId", () => payouts("refuse"));
