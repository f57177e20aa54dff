import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { transactions } from "@/drizzle/schema/transactions";
import { withdrawals } from "@/drizzle/schema/withdrawals";
import { callbackUrlOf, sendCreate } from "@/lib/transactions/submission/submit";
import { termsOnRecord } from "@/lib/withdrawals/request";
import { runSequences, type Send } from "./sequences";

/** `CONTROL_SEQUENCES=10000 npx vitest run --project integration tests/integration/control` runs more of them. */
const SEQUENCES = Number(process.env.CONTROL_SEQUENCES ?? 100);
const FROM = Number(process.env.CONTROL_FROM ?? 0);

test(`no payout leaves without its approvals, its people and its limits, or frozen, in ${SEQUENCES} sequences`, async () => {
  const totals = await inPieces();
  console.log(`${SEQUENCES} sequences from seed ${FROM}:`, totals);
  expect(totals.claimed).toBeGreaterThan(SEQUENCES / 2);
  expect(totals.approved).toBeGreaterThan(SEQUENCES / 2);
  expect(totals.held).toBeGreaterThan(SEQUENCES / 10);
  expect(totals.frozen).toBeGreaterThan(SEQUENCES / 2);
  expect(totals.inBatches).toBeGreaterThan(SEQUENCES / 10);
  expect(totals.byKeys).toBeGreaterThan(SEQUENCES / 10);
  expect(totals.payeesApproved).toBeGreaterThan(SEQUENCES / 50);
}, 36_000_000);

/** Each piece has a database of its own: what a sequence reads grows with those before it. */
const PIECE = 200;

async function inPieces() {
  const sum = await runSequences({ seeds: Math.min(PIECE, SEQUENCES), from: FROM });
  for (let done = PIECE; done < SEQUENCES; done += PIECE) {
    const more = await runSequences({ seeds: Math.min(PIECE, SEQUENCES - done), from: FROM + done });
    for (const what of Object.keys(more) as (keyof typeof more)[]) sum[what] += more[what];
    console.log(`${Math.min(done + PIECE, SEQUENCES)} sequences:`, JSON.stringify(sum));
  }
  return sum;
}

/** The sender without the check in its claim. */
const careless: Send = async (ctx, { transactionRow }) => {
  const [found] = await ctx.db
    .select({ order: transactions, intent: withdrawals })
    .from(transactions)
    .innerJoin(withdrawals, eq(withdrawals.transactionRow, transactions.id))
    .where(eq(transactions.id, transactionRow));
  if (!found) throw new Error(`no withdrawal ${transactionRow}`);
  const { order, intent } = found;
  const request = { referenceId: order.referenceId, callbackUrl: callbackUrlOf(ctx, order) };
  const prepare = () => ctx.api.prepareWithdraw({ ...request, ...termsOnRecord(order, intent) });
  return sendCreate(ctx, { transactionRow, type: "WITHDRAW", prepare, send: ctx.api.sendWithdraw });
};

test("a planted bug is found: the claim checks nothing", async () => {
  await expect(runSequences({ seeds: 50, send: careless })).rejects.toThrow(/^seed \d+: \S+ left /);
}, 60_000);

test("a planted bug is found: requests are in no sum", async () => {
  await expect(runSequences({ seeds: 50, sums: false })).rejects.toThrow(/approvals for a sum of/);
}, 120_000);

test("a planted bug is found: who knows the secret of a key is another requester", async () => {
  await expect(runSequences({ seeds: 100, holders: false })).rejects.toThrow(/approvals for a sum of|were frozen/);
}, 120_000);

test("a planted bug is found: a new payee is like any other", async () => {
  await expect(runSequences({ seeds: 100, cooling: false })).rejects.toThrow(/of 2 approvals/);
}, 120_000);

test("a planted bug is found: what was frozen is not", async () => {
  await expect(runSequences({ seeds: 100, freezes: false })).rejects.toThrow(/were frozen/);
}, 60_000);
