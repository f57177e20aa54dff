import { expect, test } from "vitest";
import { readTypedAmount } from "@/lib/money/typed-amount";

test.each([
  ["1000", "1000", null],
  ["1,000,000", "1000000", null],
  ["１，０００", "1000", null],
  ["¥1,000", "1000", "JPY"],
  ["￥1,000", "1000", "JPY"],
  ["1000円", "1000", "JPY"],
  ["JPY 1000", "1000", "JPY"],
  ["1250.50 thb", "1250.50", "THB"],
  ["0.5 USDT", "0.5", "USDT"],
  ["100万", "1000000", null],
  ["100万円", "1000000", "JPY"],
  ["1.5万", "15000", null],
  ["3千", "3000", null],
  ["1億2,000万", "120000000", null],
  ["2万5千", "25000", null],
  ["1万2345円", "12345", "JPY"],
])("%s is %s", (typed, amount, currency) => {
  expect(readTypedAmount(typed)).toEqual({ amount, currency });
});

test.each(["", "万", "億円", "0", "1,00", "-5", "1e3", "ten", "10x", "1万億", "¥1.5", "p-100万"])(
  "%s is no amount",
  (typed) => {
    expect(readTypedAmount(typed)).toBeNull();
  },
);
