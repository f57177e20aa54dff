import "server-only";
import { and, eq, lt, sql } from "drizzle-orm";
import { type BatchTotal, batchApprovals, batches } from "@/drizzle/schema/batches";
import { checkKeyLimit, type ExceedsKeyLimit } from "@/lib/api-keys/limits";
import { record } from "@/lib/audit/record";
import { type Ctx, requirePermission, userIdOf } from "@/lib/auth/context";
import { missingProof } from "@/lib/auth/factors";
import { holdersOf } from "@/lib/auth/key-holders";
import { requireSending } from "@/lib/auth/read-only";
import type { ProofNeeded } from "@/lib/auth/step-up";
import type { Tx } from "@/lib/db/connection";
import { enqueue } from "@/lib/db/enqueue";
import { countedBatch, lockSums } from "@/lib/limits/counted-sums";
import { addAmounts } from "@/lib/money/amount";
import { err, ok, type Result } from "@/lib/result";
import { checkDigest, digestOf } from "@/lib/transactions/submission/digest";
import { lockUsers, requireStill, userIn } from "@/lib/withdrawals/active-users";
import { holdRulesInForce, rulesInForce } from "@/lib/withdrawals/approval-rule-changes";
import { isAboveFirstThreshold } from "@/lib/withdrawals/approval-rules";
import { approversNeeded } from "@/lib/withdrawals/approvals-needed";
import { type CannotDecide, countedApprovers, refusalOf, WAITS_HOURS } from "@/lib/withdrawals/approvers";
import { rootHolds } from "@/lib/withdrawals/batch-orders";
import { rootOf } from "@/lib/withdrawals/batch-root";
import { type AmountDiffers, asksAmountAgain, repeatsAmount } from "@/lib/withdrawals/confirm-amount";
import { chosenIn, digested } from "@/lib/withdrawals/request";
import {
  type Batch,
  type BatchRow,
  changeBatch,
  inBatch,
  lockBatch,
  type NoBatch,
  requesterIdOf,
  rowsOf,
} from "./access";
import type { RowTerms } from "./check-row";
import { newPayeeOf } from "./new-payee";
import { paidSince, recheck } from "./recheck";
import { openWarnings } from "./row";
import { lacksReason, sameListBefore } from "./same-list";
import type { BatchDecisionInput, BatchRequestInput } from "./schema";
import { type BatchState, isAwaiting, isDraft } from "./state";
import { trailersDiffer } from "./trailers";

export type CannotRequest =
  | NoBatch
  | { kind: "not_draft" | "changed" | "no_rows" | "trailers_differ" | "same_list" }
  /** So many rows cannot be sent, or may pay twice without a reason on record. */
  | { kind: "rows_open"; count: number };

type Requested = Result<{ state: BatchState }, CannotRequest | ProofNeeded | ExceedsKeyLimit>;

type Payable = BatchRow & { terms: RowTerms };

/** Asks for the approval of a draft as it is now, or starts it where the rules need none. */
export async function requestBatch(ctx: Ctx, { batchId, edits }: BatchRequestInput): Promise<Requested> {
  requirePermission(ctx, "withdrawals:create");
  requireSending(ctx);
  const requestedBy = requesterIdOf(ctx);
  return inBatch(ctx, batchId, [isDraft, "not_draft"], async (tx, batch): Promise<Requested> => {
    if (batch.edits !== edits) return err({ kind: "changed" });
    if (trailersDiffer(batch.trailers) && !batch.trailersAccepted) return err({ kind: "trailers_differ" });
    // Before its rows are compared with others: of two that are requested at the same time, one sees the other.
    await lockSumsOf(tx, ctx, await rowsOf(tx, batchId));
    const wanted = (await recheck(tx, ctx, batchId)).filter(({ excludedBy }) => excludedBy === null);
    if (wanted.length === 0) return err({ kind: "no_rows" });
    const rows = wanted.filter((row): row is Payable => row.terms !== null);
    const open = wanted.filter((row) => row.terms === null || openWarnings(row.warnings, row.accepted).length > 0);
    if (open.length > 0) return err({ kind: "rows_open", count: open.length });
    const same = await sameListBefore(tx, batch);
    if (lacksReason(batch, same)) return err({ kind: "same_list" });

    const rules = await rulesInForce(tx, ctx.environment);
    const summed = await totalsOf(tx, ctx, rows, requestedBy);
    if (summed.kind !== "totals") return err(summed);
    const { totals, approvers } = summed;
    // A key has no second factor. In production a person decides about each of its requests.
    if (ctx.actor.kind === "user" && totals.some((paid) => isAboveFirstThreshold(rules, paid))) {
      const unproven = await missingProof(tx, ctx);
      if (unproven) return err(unproven);
    }
    const isNew = await newPayeeOf(tx, ctx, rows);
    const needed = Math.max(approversNeeded(rules, totals.map(countedOf), isNew), approvers);
    const revision = batch.revision + 1;
    const digests = await sealRows(tx, ctx, rows);
    const root = rootOf(ctx.vault, { environment: ctx.environment, batchId, revision, digests });
    const at = ctx.now();
    const waits = needed > 0;
    const state = waits ? "awaiting_approval" : "sending";
    await changeBatch(tx, ctx, batchId, {
      ...{ state, revision, root, totals, approversNeeded: needed, newPayeeUntil: isNew, requestedBy, requestedAt: at },
      approvalExpiresAt: waits ? new Date(at.getTime() + WAITS_HOURS * 3_600_000) : null,
      ...(!waits && { sendingSince: at }),
      // The rows were changed since a reason was given: no list is paid again.
      ...(!same && batch.run === 1 && { runReason: null, follows: null }),
    });
    const accepted = rows.filter((row) => row.warnings.length > 0).length;
    const detail = { digest: root, rows: rows.length, totals, approversNeeded: needed, accepted, run: batch.run };
    await record(tx, ctx, { action: "batch.requested", subject: batchId, detail });
    if (!waits) await enqueueBatch(tx, ctx, batchId);
    return ok({ state });
  });
}

export const enqueueBatch = (tx: Tx, { environment }: Pick<Ctx, "environment">, batchId: string, runAt?: Date) =>
  enqueue(tx, "send-batch", { environment, batchId }, { key: `batch:${batchId}`, ...(runAt && { runAt }) });

export async function lockSumsOf(tx: Tx, ctx: Ctx, rows: BatchRow[]): Promise<void> {
  const currencies = new Set(rows.flatMap(({ currency }) => currency ?? []));
  for (const currency of [...currencies].sort()) await lockSums(tx, ctx, currency);
}

/** `approvers`: how many are needed besides the rules. */
type Summed = { kind: "totals"; totals: BatchTotal[]; approvers: number };

/** Under the locks of the sums, so that requests made at the same time count each other. */
async function totalsOf(tx: Tx, ctx: Ctx, rows: Payable[], requestedBy: string): Promise<Summed | ExceedsKeyLimit> {
  const totals: BatchTotal[] = [];
  let approvers = 0;
  for (const [currency, own] of [...Map.groupBy(rows, ({ terms }) => terms.currency)].sort()) {
    await lockSums(tx, ctx, currency);
    const paid = own.map(({ terms, payeeKey }) => ({ amount: terms.amount, payeeKey: payeeKey ?? "" }));
    const counted = await countedBatch(tx, ctx, { currency, requestedBy, rows: paid });
    const amount = paid.reduce((sum, one) => addAmounts(sum, one.amount), "0");
    const key = await checkKeyLimit(tx, ctx, { currency, amount });
    if (key.kind !== "allowed") return key;
    approvers = Math.max(approvers, key.approvers);
    totals.push({ currency, count: own.length, amount, counted });
  }
  return { kind: "totals", totals, approvers };
}

const countedOf = ({ currency, counted }: BatchTotal) => ({ currency, amount: counted.amount });

/** Gives each row the digest that its order will have. */
async function sealRows(tx: Tx, { vault, environment }: Ctx, rows: Payable[]): Promise<string[]> {
  const sealed = rows.map((row) => ({ id: row.id, digest: digestOfRow({ vault, environment }, row) }));
  await tx.execute(sql`
    update batch_rows set digest = sealed.digest
    from jsonb_to_recordset(${JSON.stringify(sealed)}::jsonb) as sealed (id uuid, digest text)
    where batch_rows.id = sealed.id`);
  return sealed.map(({ digest }) => digest);
}

type Sealing = Pick<Ctx, "vault" | "environment">;

const digestOfRow = ({ vault, environment }: Sealing, row: Payable): string =>
  digestOf(vault, orderOfRow(environment, row), sealedOf(row));

/** Also where it was sealed before AUTH_SECRET was rotated. */
const isAsSealed = ({ vault, environment }: Sealing, row: Payable): boolean =>
  checkDigest(vault, { ...orderOfRow(environment, row), digest: row.digest ?? "" }, sealedOf(row)) === "match";

const orderOfRow = (environment: string, { referenceId }: Payable) => ({ environment, type: "WITHDRAW", referenceId });

const sealedOf = ({ terms: { purpose, ...terms }, ...row }: Payable) =>
  digested(terms, { purpose, attached: [], payee: chosenIn(row) });

type NotWaiting = { kind: "not_waiting" };
/** So many rows were paid otherwise since it was requested, and no reason for that is on record. */
type PaidSince = { kind: "paid_since"; count: number };

/** Approves, declines or sends back another user's batch. An approval covers exactly the rows that were requested. */
export async function decideBatch(
  ctx: Ctx,
  input: BatchDecisionInput,
): Promise<
  Result<
    { state: BatchState },
    CannotDecide | NotWaiting | PaidSince | AmountDiffers | ProofNeeded | { kind: "altered" }
  >
> {
  requirePermission(ctx, "withdrawals:approve");
  const by = userIdOf(ctx);
  const { batchId, decision, digest } = input;
  return ctx.db.transaction(async (tx) => {
    const batch = await lockBatch(tx, ctx, batchId);
    if (!batch || !isAwaiting(batch.state) || batch.requestedBy === null || batch.root === null) {
      return err({ kind: "not_waiting" });
    }
    const { root, requestedBy } = batch;
    const rows = (await rowsOf(tx, batchId)).filter((row): row is Payable => row.digest !== null && row.terms !== null);
    const isIntact =
      (await rootHolds({ db: tx, vault: ctx.vault }, batch)) && rows.every((row) => isAsSealed(ctx, row));
    if (!isIntact) return err({ kind: "altered" });
    const decided = await tx
      .select()
      .from(batchApprovals)
      .where(and(eq(batchApprovals.batchId, batchId), eq(batchApprovals.digest, root)));
    const users = await lockUsers(tx, [requestedBy, by, ...decided.map((one) => one.by)]);
    requireStill(users, by, "withdrawals:approve");
    const expiresAt = batch.approvalExpiresAt ?? batch.uploadedAt;
    const holders = await holdersOf(tx, requestedBy);
    const waiting = { requester: userIn(users, requestedBy), holders, digest: root, expiresAt, decided };
    const refused = refusalOf(waiting, { id: by, digest, decision, now: ctx.now() });
    if (refused) return err(refused);
    if (input.decision === "approved" && !repeatsTotals(ctx, batch, input.again))
      return err({ kind: "amount_differs" });
    if (decision === "approved") {
      await lockSumsOf(tx, ctx, rows);
      const count = (await paidSince(tx, ctx, batch, rows)).length;
      if (count > 0) return err({ kind: "paid_since", count });
    }
    const unproven = decision === "approved" ? await missingProof(tx, ctx) : null;
    if (unproven) return err(unproven);

    const made = { batchId, decision, by, at: ctx.now(), digest: root, reason: input.reason ?? null };
    await tx.insert(batchApprovals).values(made);
    const needs = decision === "approved" ? await neededNow(tx, ctx, batch, rows) : null;
    const reason = input.reason !== undefined && { reason: input.reason };
    const detail = { digest: root, ...(needs && { approversNeeded: needs.approversNeeded }), ...reason };
    await record(tx, ctx, { action: `batch.${decision}`, subject: batchId, detail });
    if (decision === "declined") return ok(await moveTo(tx, ctx, batchId, { state: "declined" }));
    if (needs === null) return ok(await moveTo(tx, ctx, batchId, BACK_TO_DRAFT));
    const counted = countedApprovers({
      ...{ requestedBy, holders, digest: root, users },
      decided: [...decided, made],
    }).length;
    if (counted < needs.approversNeeded) {
      return ok(await moveTo(tx, ctx, batchId, { state: batch.state, ...needs }));
    }
    await enqueueBatch(tx, ctx, batchId);
    return ok(await moveTo(tx, ctx, batchId, { state: "sending", sendingSince: ctx.now(), ...needs }));
  });
}

/** How many approvals it takes by now, and until when a payee is new: who is asked next reads both. */
async function neededNow(tx: Tx, ctx: Ctx, batch: Batch, rows: Payable[]) {
  const rules = await holdRulesInForce(tx, ctx.environment);
  const isNew = await newPayeeOf(tx, ctx, rows);
  const now = approversNeeded(rules, (batch.totals ?? []).map(countedOf), isNew);
  return {
    approversNeeded: Math.max(batch.approversNeeded ?? 0, now),
    newPayeeUntil: isNew ?? batch.newPayeeUntil,
  };
}

/** A draft has no root, so that no approval given before counts for anything. */
const BACK_TO_DRAFT = { state: "draft", root: null, approvalExpiresAt: null } satisfies Partial<Batch>;

async function moveTo(tx: Tx, ctx: Ctx, batchId: string, set: Partial<Batch> & { state: BatchState }) {
  await changeBatch(tx, ctx, batchId, set);
  return { state: set.state };
}

/** In production, whether count and sums were typed again as they are, in any notation. */
function repeatsTotals(
  { environment }: Ctx,
  { totals }: Batch,
  again: { count: string; amounts: Record<string, string> } | undefined,
): boolean {
  if (!asksAmountAgain(environment)) return true;
  const all = totals ?? [];
  const count = all.reduce((sum, one) => sum + one.count, 0);
  const sums = all.every((one) => repeatsAmount(environment, one, again?.amounts[one.currency]));
  return sums && again?.count.normalize("NFKC").replaceAll(/[,\s]/g, "") === String(count);
}

/** Takes a request back to be edited. Approvals that were given are void. */
export async function takeBackBatch(
  ctx: Ctx,
  { batchId }: { batchId: string },
): Promise<Result<{ state: BatchState }, NoBatch | NotWaiting>> {
  requirePermission(ctx, "withdrawals:create");
  return inBatch(ctx, batchId, [isAwaiting, "not_waiting"], async (tx) => {
    await record(tx, ctx, { action: "batch.request_withdrawn", subject: batchId });
    return ok(await moveTo(tx, ctx, batchId, BACK_TO_DRAFT));
  });
}

/** Requests that were not decided in time are drafts again. */
export async function expireBatches(ctx: Ctx): Promise<void> {
  requirePermission(ctx, "orders:recover");
  const waiting = and(eq(batches.environment, ctx.environment), eq(batches.state, "awaiting_approval"));
  const late = await ctx.db
    .select({ id: batches.id })
    .from(batches)
    .where(and(waiting, lt(batches.approvalExpiresAt, ctx.now())));
  for (const { id } of late) {
    await inBatch(ctx, id, [isAwaiting, "not_waiting"], async (tx) => {
      await changeBatch(tx, ctx, id, BACK_TO_DRAFT);
      await record(tx, ctx, { action: "batch.expired", subject: id });
    });
  }
}
