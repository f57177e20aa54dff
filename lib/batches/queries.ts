import "server-only";
import { and, asc, count, desc, eq, gt, inArray, isNotNull, ne, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { auditEvents } from "@/drizzle/schema/audit";
import { batchApprovals, batches, batchRows, isWaitingRow } from "@/drizzle/schema/batches";
import { users } from "@/drizzle/schema/users";
import type { AuditAction } from "@/lib/audit/audit-actions";
import { type Ctx, requirePermission } from "@/lib/auth/context";
import { holdersOf } from "@/lib/auth/key-holders";
import { may } from "@/lib/auth/permissions";
import { readPage } from "@/lib/db/keyset";
import type { DecisionOfMine } from "@/lib/transactions/schema";
import { countedApprovers, type UserNow } from "@/lib/withdrawals/approvers";
import { requesterOf } from "@/lib/withdrawals/requester-view";
import { type Batch, isBatch, ofFile } from "./access";
import { batchList, countBatches, waitsForReader } from "./conditions";
import { columnsOf } from "./mappings";
import { headlineOf } from "./outcome";
import { PACE_MS, paceOf } from "./pace";
import { retryableLines } from "./retryable";
import { lacksReason, sameListBefore } from "./same-list";
import type { BatchesAsked, BatchesView, BatchListRow, BatchView, WaitingBatch } from "./schema";
import { type Shown, shownTexts } from "./shown-texts";
import { isAwaiting, isDraft, isSending } from "./state";
import { allCount, allSums, countsOf, groupSums } from "./sums";
import { checkTrailers } from "./trailers";
import { waitOf } from "./wait";

const uploader = alias(users, "uploader");
const requester = alias(users, "requester");
const pauser = alias(users, "pauser");

/** A page of batches, the newest first. */
export async function listBatches(ctx: Ctx, { anchor, ...filter }: BatchesAsked): Promise<BatchesView> {
  requirePermission(ctx, "transactions:read");
  const [{ ids, ...page }, counts] = await Promise.all([
    readPage(ctx.db, batchList(ctx, filter), anchor),
    countBatches(ctx),
  ]);
  const rows = await listed(ctx, ids);
  return { ...page, counts, rows: ids.flatMap((id) => rows.get(id) ?? []) };
}

async function listed({ db }: Ctx, ids: string[]): Promise<Map<string, BatchListRow>> {
  const read = await db
    .select({ batch: batches, uploadedBy: uploader.name, requestedBy: requester.name })
    .from(batches)
    .innerJoin(uploader, eq(uploader.id, batches.uploadedBy))
    .leftJoin(requester, eq(requester.id, batches.requestedBy))
    .where(inArray(batches.id, ids));
  const sums = await groupSums(db, ids);
  return new Map(
    read.map(({ batch, uploadedBy, requestedBy }) => {
      const groups = sums.get(batch.id) ?? {};
      const { id, name, run, isRetry, state, requestedAt, uploadedAt } = batch;
      return [
        id,
        {
          ...{ batchId: id, name, run, isRetry, state, headline: headlineOf(state, countsOf(groups)) },
          ...{ rows: allCount(groups), sums: allSums(groups) },
          requestedBy: requestedBy ?? uploadedBy,
          at: (requestedAt ?? uploadedAt).toISOString(),
        },
      ];
    }),
  );
}

/** One batch, without its rows; null where there is none. */
export async function getBatch(ctx: Ctx, { batchId }: { batchId: string }): Promise<BatchView | null> {
  requirePermission(ctx, "transactions:read");
  const { db } = ctx;
  const [found] = await db
    .select({ batch: batches, uploadedBy: uploader.name, requestedBy: requester.name, pausedBy: pauser.name })
    .from(batches)
    .innerJoin(uploader, eq(uploader.id, batches.uploadedBy))
    .leftJoin(requester, eq(requester.id, batches.requestedBy))
    .leftJoin(pauser, eq(pauser.id, batches.pausedBy))
    .where(isBatch(ctx, batchId));
  if (!found) return null;
  const { batch } = found;
  const runs = await db
    .select()
    .from(batches)
    .where(and(ofFile(batch), ne(batches.state, "discarded")))
    .orderBy(desc(batches.run));
  const sums = await groupSums(db, [batchId, ...runs.map(({ id }) => id)]);
  const [counted] = await db
    .select({
      rows: count(),
      excluded: sql<number>`${count()} filter (where ${isNotNull(batchRows.excludedBy)})`.mapWith(Number),
      unordered: sql<number>`${count()} filter (where ${isWaitingRow(batchRows)})`.mapWith(Number),
      recent: sql<number>`${count()} filter (where ${gt(batchRows.orderedAt, paceSince(ctx, batch))})`.mapWith(Number),
    })
    .from(batchRows)
    .where(eq(batchRows.batchId, batchId));
  const { recent = 0, ...counts } = counted ?? { rows: 0, excluded: 0, unordered: 0 };
  const decisions = await decisionsOn(ctx, batchId);
  const holders = batch.requestedBy ? await holdersOf(db, batch.requestedBy) : [];
  const decided = decisions.filter(({ digest }) => digest === batch.root);
  const groups = sums.get(batchId) ?? {};
  const { name, run, isRetry, encoding, format, state, edits } = batch;
  const { root, requestedAt, approvalExpiresAt, newPayeeUntil, sendingSince, pauseReason } = batch;
  const last = decisions.at(-1);
  const texts = decisions.flatMap(({ reason }) => reason ?? []);
  const shown = await shownTexts(ctx, batchId, [...texts, batch.runReason, batch.trailersAccepted?.reason]);
  const sameList = await sameListOf(ctx, batch, shown);
  // Of a first run, a reason is that for which another file's list is paid again; its rows may have been changed since.
  const isOutdated = isDraft(state) && batch.run === 1 && sameList === null;
  const shownDecision = ({ name: by, at, decision, reason }: Made) => ({
    ...{ by, at: at.toISOString(), decision, reason: reason && shown(reason) },
  });
  return {
    ...{ batchId, name, run, isRetry, encoding, format, state, edits },
    columns: await columnsOf(db, batch),
    runReason: batch.runReason && !isOutdated ? shown(batch.runReason) : null,
    headline: headlineOf(state, countsOf(groups)),
    ...{ trailers: checkTrailers(batch.trailers), trailersAccepted: await acceptedBy(ctx, batch, shown) },
    sameList,
    uploaded: { by: found.uploadedBy, at: batch.uploadedAt.toISOString() },
    requested: requestedAt && { by: found.requestedBy ?? "", at: requestedAt.toISOString() },
    ...{ root, totals: batch.totals, approversNeeded: batch.approversNeeded },
    expiresAt: approvalExpiresAt?.toISOString() ?? null,
    newPayeeUntil: newPayeeUntil?.toISOString() ?? null,
    decided: decided.map((made) => ({ ...shownDecision(made), counts: doesCount(batch, made, { decided, holders }) })),
    requester: await requesterViewOf(ctx, batch),
    cameBack: isDraft(state) && last?.decision === "sent_back" ? shownDecision(last) : null,
    readerId: ctx.actor.id,
    mine: mineOf(ctx, batch, { decided, holders }),
    pause: pauseReason && { reason: pauseReason, by: found.pausedBy },
    wait: await waitOf(ctx, batch),
    sendingSince: sendingSince?.toISOString() ?? null,
    stops: sendingSince === null ? [] : await stopsOf(ctx, batchId),
    pace: isSending(state) ? paceOf({ sent: recent, left: counts.unordered, sinceMs: sinceMs(ctx, batch) }) : null,
    ...counts,
    groups: isDraft(state) ? {} : groups,
    retryable: groups.failed ? (await retryableLines(db, batch)).size : 0,
    runs: runs.map((one) => ({
      ...{ batchId: one.id, run: one.run, isRetry: one.isRetry, at: one.uploadedAt.toISOString() },
      headline: headlineOf(one.state, countsOf(sums.get(one.id) ?? {})),
    })),
  };
}

/** For how long it has been sent, since it began or was resumed. */
const sinceMs = ({ now }: Ctx, { sendingSince }: Batch) => now().getTime() - (sendingSince ?? now()).getTime();

const paceSince = (ctx: Ctx, batch: Batch) => new Date(ctx.now().getTime() - Math.min(sinceMs(ctx, batch), PACE_MS));

async function sameListOf({ db }: Ctx, batch: Batch, shown: Shown): Promise<BatchView["sameList"]> {
  const { state, runReason } = batch;
  const same = isDraft(state) || isAwaiting(state) ? await sameListBefore(db, batch) : null;
  if (same === null) return null;
  return { ...same, reason: lacksReason(batch, same) || runReason === null ? null : shown(runReason) };
}

async function acceptedBy(
  { db }: Ctx,
  { trailersAccepted }: Batch,
  shown: Shown,
): Promise<BatchView["trailersAccepted"]> {
  if (!trailersAccepted) return null;
  const [user] = await db.select({ name: users.name }).from(users).where(eq(users.id, trailersAccepted.by));
  return { by: user?.name ?? "", reason: shown(trailersAccepted.reason) };
}

const STOPS: AuditAction[] = ["batch.paused", "batch.resumed", "batch.cancelled"];

/** The batch itself has only who paused it last, and no more once it goes on. */
async function stopsOf({ db }: Ctx, batchId: string): Promise<BatchView["stops"]> {
  const { id, at, actorKind, actorName, action, detail, subject } = auditEvents;
  // The page says how many rows were confirmed. There may be thousands, and it is read every few seconds.
  const withoutRows = sql<Record<string, unknown>>`${detail} - 'paidSince'`;
  const events = await db
    .select({ at, kind: actorKind, name: actorName, action, detail: withoutRows })
    .from(auditEvents)
    .where(and(eq(subject, batchId), inArray(action, STOPS)))
    .orderBy(asc(id));
  return events.map(({ kind, name, ...event }) => ({ ...event, at: event.at.toISOString(), actor: { kind, name } }));
}

type Made = typeof batchApprovals.$inferSelect & { name: string; user: UserNow };

async function decisionsOn({ db }: Ctx, batchId: string): Promise<Made[]> {
  const { id, role, disabledAt } = users;
  const rows = await db
    .select({ made: batchApprovals, name: users.name, user: { id, role, disabledAt } })
    .from(batchApprovals)
    .innerJoin(users, eq(id, batchApprovals.by))
    .where(eq(batchApprovals.batchId, batchId))
    .orderBy(batchApprovals.at);
  return rows.map(({ made, ...by }) => ({ ...made, ...by }));
}

/** The decisions about the request as it is, and who knows the secret of the key that made it. */
type About = { decided: Made[]; holders: string[] };

/** Whether an approval counts. What no longer waits was judged when it was decided. */
function doesCount({ state, root, requestedBy }: Batch, { by, decision }: Made, { decided, holders }: About): boolean {
  if (!isAwaiting(state)) return decision === "approved";
  if (root === null || requestedBy === null) return false;
  const all = decided.map(({ user }) => user);
  return countedApprovers({ requestedBy, holders, digest: root, decided, users: all }).includes(by);
}

async function requesterViewOf(ctx: Ctx, batch: Batch): Promise<BatchView["requester"]> {
  const { state, requestedBy, requestedAt } = batch;
  if (!isAwaiting(state) || requestedBy === null || requestedAt === null) return null;
  return (await requesterOf(ctx, { requestedBy, requestedAt })).view;
}

function mineOf({ actor }: Ctx, { state, requestedBy }: Batch, { decided, holders }: About): DecisionOfMine {
  if (!isAwaiting(state) || actor.kind !== "user") return null;
  if (requestedBy === actor.id) return "own_request";
  if (holders.includes(actor.id)) return "own_key";
  if (!may(actor.role, "withdrawals:approve")) return null;
  return decided.some(({ by }) => by === actor.id) ? "decided_before" : "may_decide";
}

/** The batches that wait for the reader's own decision, the oldest request first. */
export async function listBatchesForMe(ctx: Ctx): Promise<WaitingBatch[]> {
  requirePermission(ctx, "withdrawals:approve");
  const rows = await ctx.db
    .select({ batch: batches, by: users.name })
    .from(batches)
    .innerJoin(users, eq(users.id, batches.requestedBy))
    .where(waitsForReader(ctx))
    .orderBy(batches.requestedAt);
  return rows.map(({ batch: { id, name, totals, requestedAt, uploadedAt, approvalExpiresAt }, by }) => ({
    ...{ kind: "batch", id, name, by },
    at: (requestedAt ?? uploadedAt).toISOString(),
    until: (approvalExpiresAt ?? uploadedAt).toISOString(),
    rows: (totals ?? []).reduce((all, one) => all + one.count, 0),
    sums: (totals ?? []).map(({ currency, amount }) => ({ currency, amount })),
  }));
}
