import "server-only";
import { setTimeout as pause } from "node:timers/promises";
import { and, eq } from "drizzle-orm";
import { batches } from "@/drizzle/schema/batches";
import { record } from "@/lib/audit/record";
import { type Ctx, requirePermission } from "@/lib/auth/context";
import type { Tx } from "@/lib/db/connection";
import { isEnvironmentFrozen } from "@/lib/transactions/freezes/guard";
import { lostRequestsExpireAt } from "@/lib/transactions/non-creation/rules";
import { admit, giveProbeBack } from "@/lib/transactions/polling/admission";
import { rootHolds } from "@/lib/withdrawals/batch-orders";
import { sendWithdrawal } from "@/lib/withdrawals/submit";
import { type Batch, changeBatch, lockBatch } from "./access";
import { enqueueBatch } from "./approvals";
import { type AskedRow, findLostRow, type LostRow, otherIdsOf } from "./lost-rows";
import { openOrder } from "./open-order";
import { exceedsBalance, inFlight, reasonToPause } from "./pause-reasons";
import { IN_FLIGHT_MAX, isSending, type PauseReason } from "./state";
import { waitForTurn } from "./turns";
import { hasWaiting, nextRow } from "./waiting-rows";

/** How long one job goes on, so that a stopping instance waits for little. */
const SLICE_MS = 5_000;
const STEPS_MAX = 50;
const SOON_MS = 300;
const LATER_MS = 15_000;

type Step = { kind: "row"; transactionRow: string } | { kind: "wait"; ms: number } | { kind: "stopped" };
/** `ask`: a lost database may have paid the row under another ID. */
type NextStep = Step | { kind: "ask"; row: AskedRow };

/** What the service has said of rows of which a lost database may have paid some under other IDs. */
type Found = Map<string, LostRow | null>;
/** `rowsPerSecond`: so many leave, over all batches and instances. */
type Sending = { batchId: string; rowsPerSecond: number };

/** Makes orders of a batch's rows in their turns, and sends each by the one path that all withdrawals take. */
export async function sendBatch(ctx: Ctx, sending: Sending): Promise<void> {
  requirePermission(ctx, "withdrawals:send");
  const { batchId } = sending;
  const began = ctx.monotonic().ms;
  let wait = 0;
  const found: Found = new Map();
  const asking = new Map<string, ReturnType<typeof findLostRow>>();
  /** All lanes come to the same row, about which one of them asks. */
  const ask = async (row: AskedRow): Promise<boolean> => {
    const asked = asking.get(row.id) ?? findLostRow(ctx, row);
    asking.set(row.id, asked);
    const lost = await asked;
    if (lost !== "no_answer") found.set(row.id, lost);
    return lost !== "no_answer";
  };
  const takeStep = async (): Promise<Step> => {
    const next = await nextStep(ctx, sending, found);
    if (next.kind !== "ask") return next;
    if (!(await ask(next.row))) return { kind: "wait", ms: LATER_MS };
    // In the same step, however long the answers took: the next job does not know them.
    const then = await nextStep(ctx, sending, found);
    return then.kind === "ask" ? { kind: "wait", ms: 0 } : then;
  };
  const lane = async () => {
    for (let steps = 0; steps < STEPS_MAX && ctx.monotonic().ms - began < SLICE_MS; steps++) {
      const step = await takeStep();
      if (step.kind === "stopped") return;
      if (step.kind === "row") {
        await sendWithdrawal(ctx, { transactionRow: step.transactionRow });
      } else if (step.ms > SOON_MS) {
        wait = Math.max(wait, step.ms);
        return;
      } else {
        await pause(step.ms);
      }
    }
  };
  if (ctx.readOnly || !(await mayBegin(ctx, batchId))) return;
  await Promise.all(Array.from({ length: IN_FLIGHT_MAX }, lane));
  await ctx.db.transaction(async (tx) => {
    const batch = await lockBatch(tx, ctx, batchId);
    if (!batch || !isSending(batch.state)) return;
    await enqueueBatch(tx, ctx, batchId, new Date(ctx.now().getTime() + wait));
  });
}

/** What is read of all rows, once in each job: whether they are those of the root, and whether the balance suffices. */
const mayBegin = (ctx: Ctx, batchId: string): Promise<boolean> =>
  ctx.db.transaction(async (tx) => {
    const batch = await lockBatch(tx, ctx, batchId);
    if (!batch || !isSending(batch.state)) return false;
    const isIntact = await rootHolds({ db: tx, vault: ctx.vault }, batch);
    const reason = !isIntact ? "altered" : (await exceedsBalance(tx, ctx, batchId)) ? "balance" : null;
    if (reason !== null) await pauseItself(tx, ctx, batch, reason);
    return reason === null;
  });

async function nextStep(ctx: Ctx, sending: Sending, found: Found): Promise<NextStep> {
  if (await isEnvironmentFrozen(ctx)) return { kind: "wait", ms: LATER_MS };
  const admission = await admit(ctx);
  if (admission.kind === "probe") await giveProbeBack(ctx);
  if (admission.kind !== "go") return { kind: "wait", ms: LATER_MS };
  return ctx.db.transaction((tx) => openNextRow(tx, ctx, sending, found));
}

/** The next row becomes an order, or it is said why none does. All under the lock of the batch. */
async function openNextRow(tx: Tx, ctx: Ctx, { batchId, rowsPerSecond }: Sending, found: Found): Promise<NextStep> {
  const batch = await lockBatch(tx, ctx, batchId);
  if (!batch || !isSending(batch.state)) return { kind: "stopped" };
  const reason = await reasonToPause(tx, ctx, batch);
  if (reason !== null) return pauseItself(tx, ctx, batch, reason);
  const { possiblySentUntil: until } = batch;
  // What a lost database sent last may still be accepted: before that, no answer proves that it will not be.
  if (until && lostRequestsExpireAt(until) > ctx.now()) return { kind: "wait", ms: LATER_MS };
  const row = await nextRow(tx, ctx, batchId);
  if (row === null)
    return (await hasWaiting(tx, batchId)) ? { kind: "wait", ms: LATER_MS } : endSending(tx, ctx, batch);
  const { id } = row;
  const others = found.has(id) ? [] : await otherIdsOf(tx, batch, row);
  if (others.length > 0) return { kind: "ask", row: { ...row, others } };
  if ((await inFlight(tx, ctx, batchId)) >= IN_FLIGHT_MAX) return { kind: "wait", ms: SOON_MS };
  const ms = await waitForTurn(tx, ctx, rowsPerSecond);
  if (ms > 0) return { kind: "wait", ms };
  const opened = await openOrder(tx, ctx, batch, row, found.get(id) ?? null);
  switch (opened.kind) {
    case "opened":
      return { kind: "row", transactionRow: opened.transactionRow };
    case "replaced":
    case "joined":
      return { kind: "wait", ms: 0 };
    case "altered":
      return pauseItself(tx, ctx, batch, "altered");
  }
}

async function pauseItself(tx: Tx, ctx: Ctx, batch: Batch, reason: PauseReason): Promise<Step> {
  await changeBatch(tx, ctx, batch.id, { state: "paused", pauseReason: reason, pausedBy: null });
  await record(tx, ctx, { action: "batch.paused", subject: batch.id, detail: { pause: reason } });
  return { kind: "stopped" };
}

async function endSending(tx: Tx, ctx: Ctx, batch: Batch): Promise<Step> {
  await changeBatch(tx, ctx, batch.id, { state: "sent" });
  await record(tx, ctx, { action: "batch.sending_ended", subject: batch.id });
  return { kind: "stopped" };
}

/** Starts the sending of batches again whose job was lost with its process. */
export async function recoverBatches(ctx: Ctx): Promise<void> {
  requirePermission(ctx, "orders:recover");
  const sending = and(eq(batches.environment, ctx.environment), eq(batches.state, "sending"));
  const found = await ctx.db.select({ id: batches.id }).from(batches).where(sending);
  await ctx.db.transaction(async (tx) => {
    for (const { id } of found) await enqueueBatch(tx, ctx, id);
  });
}
