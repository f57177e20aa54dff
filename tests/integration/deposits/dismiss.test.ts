import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { auditEvents } from "@/drizzle/schema/audit";
import { transactions } from "@/drizzle/schema/transactions";
import { type Ctx, Forbidden } from "@/lib/auth/context";
import { dismissDeposit } from "@/lib/deposits/dismiss";
import { getTransaction } from "@/lib/transaction-detail/queries";
import { countAttention } from "@/lib/transactions/list/attention";
import { needsAction } from "@/lib/transactions/status/display-status";
import { dismissFollowUp } from "@/lib/withdrawals/follow-ups";
import { openTestContext, type TestContext } from "../../support/context";
import { requested, requestedDeposit } from "../../support/orders";

let context: TestContext;
let support: Ctx;
beforeAll(async () => {
  context = await openTestContext();
  support = await context.as("support");
});
afterAll(() => context.close());

type Values = Partial<typeof transactions.$inferInsert>;
const become = ({ id }: { id: string }, values: Values) =>
  context.db.update(transactions).set(values).where(eq(transactions.id, id));
async function deposit(values: Values) {
  const made = await requestedDeposit(context, { currency: "THB" });
  await become(made, values);
  return made;
}

const reason = "the player has paid by another link";
const refused = { ok: false, error: { kind: "not_waiting" } };
const waiting = () => countAttention(support);

test("a deposit that was not created leaves what needs action, and says who dismissed it and why", async () => {
  const made = await deposit({ submission: "not_created" });
  const { referenceId } = made;
  expect(await waiting()).toBe(1);
  expect((await getTransaction(support, made))?.deposit?.dismissed).toBe(false);
  await expect(dismissDeposit(await context.as("finance"), { referenceId, reason })).rejects.toThrow(Forbidden);
  const twice = await Promise.all([1, 2].map(() => dismissDeposit(support, { referenceId, reason })));
  expect(twice).toEqual(expect.arrayContaining([{ ok: true, value: { referenceId } }, refused]));
  expect(await waiting()).toBe(0);
  const view = await getTransaction(await context.as("viewer"), made);
  expect(view?.deposit?.dismissed).toBe(true);
  expect(view && needsAction(view)).toBe(false);
  expect(view?.timeline[0]).toMatchObject({ by: "support", action: "deposit.dismissed", detail: { reason } });
  expect(await context.db.$count(auditEvents, eq(auditEvents.action, "deposit.dismissed"))).toBe(1);

  // The service has it after all.
  await become(made, { discrepancyAt: new Date(), discrepancyKind: "double" });
  expect(await waiting()).toBe(1);
  await become(made, { resolvedAt: new Date() });
});

test.each<Values>([
  { submission: "unknown" },
  { submission: "rejected" },
  { submission: "accepted", status: "FAILED" },
  { submission: "not_created", discrepancyAt: new Date(), discrepancyKind: "double" },
])("a deposit that may exist, or came to another end, is not dismissed: %o", async (values) => {
  const made = await deposit(values);
  expect(await dismissDeposit(support, { ...made, reason })).toEqual(refused);
  await become(made, { submission: "rejected", resolvedAt: new Date() });
});

test("nor one that was created again, a payout, or an order that is not recorded", async () => {
  const replaced = await deposit({ submission: "not_created" });
  await deposit({ submission: "rejected", replaces: replaced.id });
  const payout = await requested(context);
  await become(payout, { submission: "not_created" });
  for (const { referenceId } of [replaced, payout, { referenceId: "DP-unknown" }])
    expect(await dismissDeposit(support, { referenceId, reason })).toEqual(refused);
  // What its requester dismisses from the own queue stays in that of all users.
  const before = await waiting();
  await dismissFollowUp(await context.as("ops"), { ...payout, setback: "not_created" });
  expect(await waiting()).toBe(before);
});
