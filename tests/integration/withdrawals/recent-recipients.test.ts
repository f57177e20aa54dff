import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { transactions } from "@/drizzle/schema/transactions";
import { withdrawals } from "@/drizzle/schema/withdrawals";
import { getFeeEstimate } from "@/lib/transactions/fee-estimate";
import { recipientView } from "@/lib/transactions/to-view";
import { getApprovers } from "@/lib/withdrawals/approver-names";
import { recipientSearch } from "@/lib/withdrawals/earlier-payouts";
import { listRecentRecipients } from "@/lib/withdrawals/recent-recipients";
import { advisedTerms } from "@/lib/withdrawals/schema";
import { listSimilar } from "@/lib/withdrawals/similar";
import { openTestContext, type TestContext } from "../../support/context";
import { typedForm } from "../../support/forms";
import { requested } from "../../support/orders";

let context: TestContext;
const orders: Record<"aoba" | "keiko" | "declined", string> = { aoba: "", keiko: "", declined: "" };
const AOBA = { destinationAccount: "8861240", destinationAccountName: "カ）アオバシヨウジ", playerId: "p-1" };
const KEIKO = {
  ...{ destination: "0001", destinationName: "みずほ銀行", destinationBranchName: "東京営業部" },
  ...{ destinationAccount: "5550003", destinationAccountName: "アオバ　ケイコ", playerId: "p-2" },
};

const set = (id: string, values: Partial<typeof transactions.$inferInsert>) =>
  context.db.update(transactions).set(values).where(eq(transactions.id, id));

beforeAll(async () => {
  context = await openTestContext();
  const earlier = new Date(context.clock.now.getTime() - 3_600_000);
  const first = await requested(context, { ...AOBA, amount: "30,000" });
  await set(first.id, { submission: "accepted", status: "COMPLETED", fee: "330", createdAt: earlier });
  const second = await requested(context, { ...AOBA, amount: "31,000", playerId: "p-9" });
  await set(second.id, { submission: "accepted", status: "COMPLETED", fee: "440" });
  orders.aoba = second.referenceId;
  orders.keiko = (await requested(context, { ...KEIKO, amount: "40,000" })).referenceId;
  const declined = await requested(context, { destinationAccount: "7770001", amount: "50,000" });
  await set(declined.id, { submission: "declined" });
  orders.declined = declined.referenceId;
});
afterAll(() => context.close());

const found = async (search = "", currency = "JPY") =>
  (await listRecentRecipients(await context.as("ops"), recipientSearch.parse({ currency, search }))).found;
const names = async (search: string) =>
  (await found(search)).map(({ recipient }) => recipient.destinationAccountName).toSorted();

describe("recipients who were paid before", () => {
  test("each account comes once, with its newest payout, how often it was paid, and its player where that is one", async () => {
    const all = await found();
    expect(all.map(({ referenceId, paid, playerId }) => ({ referenceId, paid, playerId })).toSorted(byPaid)).toEqual([
      { referenceId: orders.keiko, paid: 0, playerId: "p-2" },
      { referenceId: orders.aoba, paid: 2, playerId: null },
    ]);
    expect(all.map(({ recipient }) => recipient.masked)).toEqual([false, false]);
  });

  test.each([
    ["a part of the name", "ケイコ", ["アオバ　ケイコ"]],
    ["the given name first", "Keiko Aoba", ["アオバ　ケイコ"]],
    ["half width", "ｱｵﾊﾞｼﾖｳ", ["カ）アオバシヨウジ"]],
    ["Latin letters", "aoba", ["アオバ　ケイコ", "カ）アオバシヨウジ"]],
    ["the last digits", "1240", ["カ）アオバシヨウジ"]],
    ["the bank", "みずほ", ["アオバ　ケイコ"]],
    ["a name of no recipient", "スズキ", []],
    ["signs of a pattern", "%", []],
  ])("are found by %s", async (_by, search, expected) => {
    expect(await names(search)).toEqual(expected);
  });

  test("are not those of another currency or environment", async () => {
    expect(await found("", "THB")).toEqual([]);
    const elsewhere = { ...(await context.as("ops")), environment: "production" as const };
    expect((await listRecentRecipients(elsewhere, recipientSearch.parse({ currency: "JPY" }))).found).toEqual([]);
  });

  test("are masked for those who do not see accounts, and the roles that may not create payouts get none", async () => {
    const [intent] = await context.db.select().from(withdrawals).where(eq(withdrawals.destinationAccount, "8861240"));
    const masked = recipientView(await context.as("finance"), intent!);
    expect(masked).toMatchObject({ destinationAccount: "•••240", destinationAccountName: "カ•••", masked: true });
    for (const role of ["finance", "support", "approver", "viewer"] as const)
      await expect(
        listRecentRecipients(await context.as(role), recipientSearch.parse({ currency: "JPY" })),
      ).rejects.toThrow(/may not withdrawals:create/);
  });
});

const byPaid = (a: { paid: number }, b: { paid: number }) => a.paid - b.paid;

describe("the fee last seen", () => {
  const fee = async (amount: string, currency = "JPY", type: "WITHDRAW" | "DEPOSIT" = "WITHDRAW") =>
    (await getFeeEstimate(await context.as("viewer"), { type, currency, amount })).seen?.fee ?? null;

  test("is that of the newest order of the same currency, type and number of digits", async () => {
    expect(await fee("99999")).toBe("440");
    expect(await fee("100000")).toBeNull();
    expect(await fee("99999", "THB")).toBeNull();
    expect(await fee("99999", "JPY", "DEPOSIT")).toBeNull();
  });

  test("names the amount that it was asked for", async () => {
    const asked = { type: "WITHDRAW", currency: "JPY", amount: "99999" } as const;
    const { seen } = await getFeeEstimate(await context.as("viewer"), asked);
    expect(seen).toMatchObject({ fee: "440", amount: "31000" });
  });

  test("is no estimate after 30 days", async () => {
    const ctx = await context.as("viewer");
    const later = { ...ctx, now: () => new Date(ctx.now().getTime() + 31 * 24 * 3_600_000) };
    const asked = { type: "WITHDRAW", currency: "JPY", amount: "99999" } as const;
    expect(await getFeeEstimate(later, asked)).toEqual({ seen: null });
  });
});

describe("payouts that could be the same one", () => {
  const similar = async (more: Partial<ReturnType<typeof typedForm>>) => {
    const terms = advisedTerms.parse({ ...typedForm(more), amount: more.amount ?? "12000" });
    const all = (await listSimilar(await context.as("ops"), terms)).found;
    return all.map(({ order, why }) => [order.referenceId, why]);
  };

  test("are those to the same account, of any amount and with any outcome", async () => {
    expect((await similar(AOBA)).length).toBe(2);
    expect(await similar({ destinationAccount: "7770001" })).toEqual([[orders.declined, "same_account"]]);
  });

  test("and those of the same amount to a similar name at another account", async () => {
    const other = { destinationAccount: "1112223", amount: "40000" };
    expect(await similar({ ...other, destinationAccountName: "アオバ　ケイゴ" })).toEqual([
      [orders.keiko, "same_amount_and_name"],
    ]);
    expect(await similar({ ...other, destinationAccountName: "スズキ　イチロウ" })).toEqual([]);
    expect(await similar({ ...other, destinationAccountName: "アオバ　ケイコ", amount: "40001" })).toEqual([]);
  });

  test("are asked for only by those who create payouts", async () => {
    const terms = advisedTerms.parse({ ...typedForm(), amount: "12000" });
    await expect(listSimilar(await context.as("finance"), terms)).rejects.toThrow(/may not withdrawals:create/);
  });
});

test("possible approvers are shown by role, without the reader, and by name to those who see the users", async () => {
  const [ops, admin] = [await context.as("ops"), await context.as("admin")];
  const forOps = await getApprovers(ops);
  expect(forOps.names).toBeNull();
  const admins = (view: typeof forOps) => view.roles.find(({ role }) => role === "admin")?.count ?? 0;
  const forAdmin = await getApprovers(admin);
  expect(admins(forAdmin)).toBe(admins(forOps) - 1);
  expect(forAdmin.names?.length).toBe(forAdmin.roles.reduce((all, { count }) => all + count, 0));
});
