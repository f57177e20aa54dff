import { describe, expect, test } from "vitest";
import { parseQuery, type SearchQuery } from "@/lib/search/parse-query";

const UUID = "0f8fad5b-d9cb-469f-a165-70867728950e";

/** What a text may be, in a few words: `id`, `amount 100 JPY`, `account 123`, `name ヤマダ`, `ask`. */
function kinds(typed: string): string[] {
  const query: SearchQuery | null = parseQuery(typed);
  if (!query) return [];
  const { ids, amount, account, names, asks } = query;
  return [
    ...ids.slice(0, 1).map((id) => `id ${id}`),
    ...(amount ? [`amount ${amount.amount} ${amount.currency ?? "any"}`] : []),
    ...(account ? [`account ${account.whole.join("|")}…${account.end}`] : []),
    ...names.map(({ key }) => `name ${key}`),
    ...(asks?.isLikely ? [`ask ${asks.id}`] : []),
  ];
}

describe("what a user may search for", () => {
  test.each([
    ["nothing", "  \u200b　", []],
    ["an id of ours", "WD-20261121-7KQ2M9XB", ["id WD-20261121-7KQ2M9XB", "ask WD-20261121-7KQ2M9XB"]],
    ["one in full width", "ＷＤ－20261121-7KQ2M9XB", ["id WD-20261121-7KQ2M9XB", "ask WD-20261121-7KQ2M9XB"]],
    [
      "one in a sentence",
      "「WD-20261121-7KQ2M9XB-2」の件です。",
      ["id WD-20261121-7KQ2M9XB-2", "ask WD-20261121-7KQ2M9XB-2"],
    ],
    ["the service's id", UUID, [`id ${UUID}`, `ask ${UUID}`]],
    ["the service's id among words", `transactionId: ${UUID}, please`, [`id ${UUID}`, `ask ${UUID}`]],
    ["a merchant's own id with a UUID in it", `shop-${UUID}`, [`id shop-${UUID}`, `ask shop-${UUID}`]],
    ["an id with a space that cannot be seen", `\u2060${UUID}\u200b`, [`id ${UUID}`, `ask ${UUID}`]],
    ["a player's id", "p-20117", ["id p-20117", "ask p-20117"]],
    ["an id without digits", "no-such-order", ["id no-such-order", "name NOSUCHORDER", "ask no-such-order"]],
    ["an amount with commas", "1,000,000", ["id 1,000,000", "amount 1000000 any"]],
    ["an amount in 万", "100万", ["id 100万", "amount 1000000 any"]],
    ["an amount in yen", "¥12,000", ["id ¥12,000", "amount 12000 JPY"]],
    ["an amount in wide yen", "￥１２０００円", ["id ¥12000円", "amount 12000 JPY"]],
    ["an amount in baht", "1,250.50 THB", ["amount 1250.50 THB"]],
    ["digits", "12000", ["id 12000", "amount 12000 any", "account 12000|0012000…12000"]],
    ["an account with its zero", "0123456", ["id 0123456", "amount 123456 any", "account 0123456…0123456"]],
    ["an account in groups", "012-3456", ["id 012-3456", "account 0123456…0123456"]],
    ["an account as we show it", "•••3456", ["id •••3456", "account …3456"]],
    [
      "a number too long for an amount",
      "202611210000000000001",
      ["id 202611210000000000001", "account 202611210000000000001…202611210000000000001", "ask 202611210000000000001"],
    ],
    ["a name in katakana", "ヤマダ　タロウ", ["name ヤマダタロ"]],
    ["a name in hiragana", "やまだたろう", ["id やまだたろう", "name ヤマダタロ"]],
    ["a name in half width", "ﾔﾏﾀﾞ ﾀﾛｳ", ["name ヤマダタロ"]],
    ["a name in Latin letters", "Yamada Taro", ["name ヤマダタロ", "name YAMADATARO"]],
    ["a name that is being typed", "yamad", ["id yamad", "name ヤマ", "name YAMAD"]],
    ["a name that is not Japanese", "Somchai", ["id Somchai", "name SOMCHAI"]],
  ])("%s", (_name, typed, expected) => {
    expect(kinds(typed)).toEqual(expected);
  });
});

test.each([
  ["ｐ－９０００１", "ｐ－９０００１"],
  [" ①番 ", "①番"],
  ["p-90001", null],
  ["ｐ－９０００１ 100", null],
])("%s may also be an ID as it stands", (typed, expected) => {
  expect(parseQuery(typed)?.asTyped).toBe(expected);
});

test.each([
  ["p-30002 30000", ["p-30002", "30000"]],
  ["ｐ－３０００２　３０,０００円", ["p-30002", "30,000円"]],
  ["30000 THB p-30002", ["30000 THB", "p-30002"]],
  ["ヤマダ タロウ p-30002", ["ヤマダ タロウ", "p-30002"]],
  ["ヤマダ タロウ", []],
  ["1,250.50 THB", []],
  ["p-30002", []],
  ["1 2 3 4 5", []],
])("the words of %s", (typed, expected) => {
  expect(parseQuery(typed)?.words.map(({ text }) => text)).toEqual(expected);
});

test.each([
  ["¥118,000", null],
  ["４７，２００円", null],
  ["￥47,200", null],
  ["100万", null],
  ["12000", "12000"],
  ["1250.50", "1250.50"],
  ["p-20117", "p-20117"],
])("%s: the ID to open or to ask the service for is %s", (typed, id) => {
  expect(parseQuery(typed)?.asks?.id ?? null).toBe(id);
});
