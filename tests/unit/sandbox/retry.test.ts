import { expect, test } from "vitest";
import { retryDelayMs } from "@/sandbox/callbacks/retry";
import { merchant } from "@/sandbox/merchants/config";

const made = (announced: "all" | "none") =>
  merchant.parse({
    number: 1,
    name: "Test",
    apiKey: "k".repeat(16),
    secretKey: "s".repeat(16),
    currencies: {},
    announced,
    retry: { firstMs: 2_000, attempts: 14 },
  });

test("today there is no second attempt", () => expect(retryDelayMs(made("none"), 1)).toBeNull());

test("once announced the delay doubles, up to an hour, and ends", () => {
  const delays = Array.from({ length: 14 }, (_, index) => retryDelayMs(made("all"), index + 1));
  expect(delays.slice(0, 4)).toEqual([2_000, 4_000, 8_000, 16_000]);
  expect(delays.slice(11)).toEqual([3_600_000, 3_600_000, null]);
});
