import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Ctx } from "@/lib/auth/context";
import { getBank, searchBanks, searchBranches } from "@/lib/banks/queries";
import { openTestContext, type TestContext } from "../../support/context";

let context: TestContext;
let ctx: Ctx;
beforeAll(async () => {
  context = await openTestContext();
  ctx = await context.as("ops");
});
afterAll(() => context.close());

describe("the directory of Japanese banks", () => {
  test.each(["0005", "三菱UFJ", "みつびしゆーえふじぇい", "ﾐﾂﾋﾞｼ", "mufg", "mitsubishi ufj"])(
    "finds the bank: %s",
    async (typed) => {
      const { found, count, asOf } = await searchBanks(ctx, { q: typed });
      expect(found.slice(0, 3)).toContainEqual(expect.objectContaining({ code: "0005", name: "三菱UFJ銀行" }));
      expect(count).toBe(found.length);
      expect(asOf).toMatch(/^\d{4}-\d\d-\d\d$/);
    },
  );

  test("gives no more than a list can show", async () => {
    expect((await searchBanks(ctx, { q: "ギンコウ 信用" })).found.length).toBeLessThanOrEqual(20);
    const many = await searchBanks(ctx, { q: "信用金庫" });
    expect(many.found).toHaveLength(20);
    // The page says how many it does not show.
    expect(many.count).toBeGreaterThan(200);
    expect((await searchBranches(ctx, { bankCode: "0005", q: "" })).found).toHaveLength(20);
  });

  test("finds a branch within its bank", async () => {
    const { found } = await searchBranches(ctx, { bankCode: "0005", q: "001" });
    expect(found[0]).toMatchObject({ code: "001", name: "本店" });
  });

  test("a bank that it does not have has no branches, and that is no error", async () => {
    expect((await searchBranches(ctx, { bankCode: "9999", q: "" })).found).toEqual([]);
  });
});

test("a bank is shown with all of its branches, or with those that were looked for", async () => {
  const whole = await getBank(ctx, { bankCode: "0005", q: "" });
  expect(whole!.bank).toMatchObject({ code: "0005", name: "三菱UFJ銀行" });
  expect(whole!.branches).toHaveLength(whole!.count);
  const found = await getBank(ctx, { bankCode: "0001", q: "しんじゅく" });
  expect(found!.branches[0]!.name).toContain("新宿");
  expect(found!.branches.length).toBeLessThan(found!.count);
  expect(await getBank(ctx, { bankCode: "9999", q: "" })).toBeNull();
});
