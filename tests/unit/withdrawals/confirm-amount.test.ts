import { expect, test } from "vitest";
import { asksAmountAgain, repeatsAmount } from "@/lib/withdrawals/confirm-amount";

test("production alone asks for the amount a second time", () => {
  expect([asksAmountAgain("production"), asksAmountAgain("sandbox")]).toEqual([true, false]);
});

const YEN = { currency: "JPY", amount: "12000" };
const BAHT = { currency: "THB", amount: "1250.5" };

test.each([
  [YEN, "12000"],
  [YEN, "12,000"],
  [YEN, "１２，０００"],
  [YEN, " 12000 "],
  [YEN, "12000円"],
  [BAHT, "1250.50"],
  [BAHT, "1,250.5"],
])("%o is repeated by %s", (paid, again) => {
  expect(repeatsAmount("production", paid, again)).toBe(true);
});

test.each([undefined, "", "1200", "120000", "12001", "-12000", "12,00", "12000.0", "1.2万", "0"])(
  "12,000 yen are not repeated by %s",
  (again) => {
    expect(repeatsAmount("production", YEN, again)).toBe(false);
  },
);

test.each(["1250", "1250.55", "1250.500", "12505"])("1,250.50 baht are not repeated by %s", (again) => {
  expect(repeatsAmount("production", BAHT, again)).toBe(false);
});

test.each([undefined, "", "1"])("where no confirmation is asked for, %s passes", (again) => {
  expect(repeatsAmount("sandbox", YEN, again)).toBe(true);
});
