import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Ctx } from "@/lib/auth/context";
import { getBank, searchBanks, searchBranches } from "@/lib/banks/queries";
import { openWorld, type World } from "../../support/context";

let world: World;
let ctx: Ctx;
beforeAll(async () => {
  world = await openWorld();
  ctx = await world.as("ops");
});
afterAll(() => world.close());

describe("the directory of Japanese banks", () => {
  test.each(["0005", "三菱UFJ", "みつびしゆーえふじぇい", "ﾐﾂﾋﾞｼ", "mufg", "mitsubishi ufj"])(
    "finds the bank: %s",
    async (typed) => {
      const { found, asOf } = await searchBanks(ctx, { typed });
      expect(found.slice(0, 3)).toContainEqual(expect.objectContaining({ code: "0005", name: "三菱UFJ銀行" }));
      expect(asOf).toMatch(/^\d{4}-\d\d-\d\d$/);
    },
  );

  test("gives no more than a list can show", async () => {
    expect((await searchBanks(ctx, { typed: "ギンコウ 信用" })).found.length).toBeLessThanOrEqual(20);
    expect((await searchBanks(ctx, { typed: "信用金庫" })).found.length).toBeLessThanOrEqual(20);
    expect((await searchBranches(ctx, { bankCode: "0005", typed: "" })).found).toHaveLength(20);
  });

  test("finds a branch within its bank", async () => {
    const { found } = await searchBranches(ctx, { bankCode: "0005", typed: "001" });
    expect(found[0]).toMatchObject({ code: "001", name: "本店" });
  });

  test("a bank that it does not have has no branches, and that is no error", async () => {
    expect((await searchBranches(ctx, { bankCode: "9999", typed: "" })).found).toEqual([]);
  });
});

test("a bank is shown with all of its branches, or with those that were looked for", async () => {
  const whole = await getBank(ctx, { bankCode: "0005", typed: "" });
  expect(whole!.bank).toMatchObject({ code: "0005", name: "三菱UFJ銀行" });
  expect(whole!.branches).toHaveLength(whole!.count);
  const found = await getBank(ctx, { bankCode: "0001", typed: "しんじゅく" });
  expect(found!.branches[0]!.name).toContain("新宿");
  expect(found!.branches.length).toBeLessThan(found!.count);
  expect(await getBank(ctx, { bankCode: "9999", typed: "" })).toBeNull();
});
