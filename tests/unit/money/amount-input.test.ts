import fc from "fast-check";
import { expect, test } from "vitest";
import { groupAmount, groupWhileTyping, parseTypedAmount, readTypedAmount } from "@/lib/money/amount-input";

test.each([
  ["1000", "1000", null],
  [" 1000 ", "1000", null],
  ["1,000,000", "1000000", null],
  ["１，０００", "1000", null],
  ["¥1,000", "1000", "JPY"],
  ["￥1,000", "1000", "JPY"],
  [" ¥ 1000 ", "1000", "JPY"],
  ["¥　1000円", "1000", "JPY"],
  ["1000円", "1000", "JPY"],
  ["1000 円", "1000", "JPY"],
  ["1000yen", "1000", "JPY"],
  ["1000 YEN", "1000", "JPY"],
  ["JPY 1000", "1000", "JPY"],
  ["jpy1000", "1000", "JPY"],
  ["1000 jpy", "1000", "JPY"],
  ["1250.50 thb", "1250.50", "THB"],
  ["1250.50THB", "1250.50", "THB"],
  ["Thb  1250.50", "1250.50", "THB"],
  ["฿1250.50", "1250.50", "THB"],
  ["฿  9", "9", "THB"],
  ["9バーツ", "9", "THB"],
  ["9 バーツ", "9", "THB"],
  ["9 Baht", "9", "THB"],
  ["9baht", "9", "THB"],
  ["0.5 USDT", "0.5", "USDT"],
  ["usdt 0.5", "0.5", "USDT"],
  ["0.5usdt", "0.5", "USDT"],
  ["1000.00", "1000", null],
  ["1000.00円", "1000", "JPY"],
  ["1000.05 THB", "1000.05", "THB"],
  ["100万", "1000000", null],
  ["100 万", "1000000", null],
  ["100万円", "1000000", "JPY"],
  ["1.5万", "15000", null],
  ["1.50万", "15000", null],
  ["3千", "3000", null],
  ["12千", "12000", null],
  ["1.5億", "150000000", null],
  ["1億2,000万", "120000000", null],
  ["1億 2,000万 3千 4", "120003004", null],
  ["2万5千", "25000", null],
  ["1万2345円", "12345", "JPY"],
  ["1万2,345", "12345", null],
  ["100,000,000億", "10000000000000000", null],
])("%s is %s", (typed, amount, currency) => {
  expect(readTypedAmount(typed)).toEqual({ amount, currency });
});

test.each([
  ...["", "万", "億円", "千", "0", "1,00", "-5", "1e3", "ten", "10x", "p-100万", "1万x", "100,000,000,000,000億"],
  ...[
    "1万億",
    "2万1億",
    "2千1万",
    "5百",
    "1万2.5",
    "¥1.5",
    "1.23456万円",
    "円1000",
    "1000¥",
    "yen 5",
    "1JPY0",
    "1฿0",
    "1バーツ0",
    "10.00.00",
  ],
  // What a part of it says cannot be read: the rest alone would be another amount.
  ...["1,00万5千", "1.万5千", "1億,5", "1万2,34", "0万5千"],
])("%s is no amount", (typed) => {
  expect(readTypedAmount(typed)).toBeNull();
});

test.each([
  ["12000", "JPY", "12000"],
  ["¥12000", "JPY", "12000"],
  ["￥１２，０００", "JPY", "12000"],
  ["12000円", "JPY", "12000"],
  ["12 000", "JPY", "12000"],
  ["１２　０００円", "JPY", "12000"],
  ["JPY 1 200 000", "JPY", "1200000"],
  ["฿1 250.50", "THB", "1250.50"],
  ["100 USDT", "USDT", "100"],
])("in a form, %s in %s is %s", (typed, currency, amount) => {
  expect(parseTypedAmount(typed, currency)).toEqual({ ok: true, value: amount });
});

test.each([
  ["1,00", "JPY"],
  ["12 00", "JPY"],
  ["1 2000", "JPY"],
  ["12 000,50", "JPY"],
  ["฿12000", "JPY"],
  ["12000円", "THB"],
  ["1.2万", "JPY"],
  ["¥", "JPY"],
  ["−12000", "JPY"],
])("in a form, %s in %s is refused", (typed, currency) => {
  expect(parseTypedAmount(typed, currency).ok).toBe(false);
});

test("digits are grouped as they are typed and removed one by one", () => {
  const typed = ["1", "12", "120", "1200", "1,2000", "12,0000"];
  expect(typed.reduce((before, after) => groupWhileTyping(before, after), "")).toBe("120,000");
  expect(groupWhileTyping("120,000", "120,00")).toBe("12,000");
  expect(groupWhileTyping("1,000.5", "1,000.50")).toBe("1,000.50");
});

test.each([
  ["", "1,00"],
  ["", "¥12000"],
  ["1", "1,"],
  ["1,", "1,0"],
  ["1,0", "1,00"],
  ["12,000", "1,00"],
  ["12", "12 "],
  ["1", "１２"],
  ["1,000", "1000"],
])("what a person means by a comma, a sign or a space is theirs: %s, then %s", (before, after) => {
  expect(groupWhileTyping(before, after)).toBe(after);
});

test("when the field is left, an amount is written with its groups, and what is none stays as it is", () => {
  expect(groupAmount("¥12000", "JPY")).toBe("12,000");
  expect(groupAmount("12 000", "JPY")).toBe("12,000");
  expect(groupAmount("1250.5", "THB")).toBe("1,250.5");
  for (const typed of ["", "1,00", "12.5円", "abc"]) expect(groupAmount(typed, "JPY")).toBe(typed);
});

test("for any input, grouping never changes the amount that is read", () => {
  const text = fc.string({ unit: fc.constantFrom(..."0123456789,. ¥円１"), maxLength: 12 });
  fc.assert(
    fc.property(text, text, (before, after) => {
      const read = parseTypedAmount(after, "JPY");
      const grouped = groupWhileTyping(before, after);
      if (read.ok) expect(parseTypedAmount(grouped, "JPY")).toEqual(read);
      expect(parseTypedAmount(groupAmount(after, "JPY"), "JPY").ok).toBe(read.ok);
    }),
  );
});
