import "server-only";
import { and, eq, max } from "drizzle-orm";
import { reports } from "@/drizzle/schema/evidence";
import { transactions } from "@/drizzle/schema/transactions";
import type { Ctx } from "@/lib/auth/context";
import type { Tx } from "@/lib/db/connection";
import { enqueue } from "@/lib/db/enqueue";
import { CLOSED_WATCH_MS, gapMs, type Pace } from "./looks";
import { isClosedByOperations, isFinal } from "./state";
import { isNotCreated, isRejected, isUnknown, isWatched, mayExist } from "./submission";

type Order = typeof transactions.$inferSelect;
type When = "now" | "in a while" | { inAWhileUnlessSince: Date | null };

/**
 * Plans the next look at an order, or none where nothing more is expected of it. Replaces a look already planned;
 * `inAWhileUnlessSince`: but not one that was planned for now while we were asking, as what it hints at may be news.
 */
export async function planNextLook(tx: Tx, ctx: Ctx, transactionRow: string, when: When) {
  const mine = eq(transactions.id, transactionRow);
  const [row] = await tx.select().from(transactions).where(mine).for("update");
  if (!row) throw new Error(`no order ${transactionRow}`);

  const { environment, referenceId, submission, asks } = row;
  const watched = async () => isWatched(submission) || (isRejected(submission) && (await isReplaced(tx, row.id)));
  const mayChange = !isFinal(row.status) || (await isClosedLately(tx, row, ctx.now()));
  const wanted = when === "now" ? mayExist(submission) : mayChange && (await watched());
  if (!wanted) {
    await tx.update(transactions).set({ nextAskAt: null }).where(mine);
    return;
  }

  if (typeof when === "object" && isHintedSince(row.nextAskAt, when.inAWhileUnlessSince, ctx.now())) return;

  const spread = Number.parseInt(ctx.random(2), 16) / 0xffff;
  const wait = when === "now" ? 0 : gapMs({ asks, pace: paceOf(row), spread });
  const nextAskAt = new Date(ctx.now().getTime() + wait);
  await tx.update(transactions).set({ nextAskAt }).where(mine);
  const key = `ask:${environment}:${referenceId}`;
  await enqueue(tx, "ask-about-order", { environment, referenceId }, { runAt: nextAskAt, key });
}

const isHintedSince = (planned: Date | null, before: Date | null, now: Date) =>
  planned !== null && planned <= now && planned.getTime() !== before?.getTime();

/** A refused one that was sent again is watched for good: if it turns up after all, there may be two payments. */
const isReplaced = async (tx: Tx, id: string) => (await tx.$count(transactions, eq(transactions.replaces, id))) > 0;

/** Closed by the service's operations not long ago: the one end that the specification leaves a way out of. */
async function isClosedLately(tx: Tx, { id, status }: Order, now: Date): Promise<boolean> {
  if (!isClosedByOperations(status)) return false;
  const closing = and(eq(reports.transactionRow, id), eq(reports.verdict, "moved"));
  const [closed] = await tx
    .select({ at: max(reports.at) })
    .from(reports)
    .where(closing);
  return closed?.at != null && now.getTime() - closed.at.getTime() < CLOSED_WATCH_MS;
}

function paceOf({ submission, status }: Order): Pace {
  if (isClosedByOperations(status)) return "closed";
  if (isUnknown(submission)) return "urgent";
  return isNotCreated(submission) || isRejected(submission) ? "for good" : "usual";
}
