import "server-only";
import { eq } from "drizzle-orm";
import { transactions } from "@/drizzle/schema/transactions";
import type { Ctx } from "@/lib/auth/context";
import type { Tx } from "@/lib/db/connection";
import { enqueue } from "@/lib/db/enqueue";
import { gapMs, type Pace } from "./looks";
import { isFinal } from "./state";
import { isNotCreated, isRejected, isUnknown, isWatched, mayExist, type Submission } from "./submission";

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
  const wanted = when === "now" ? mayExist(submission) : !isFinal(row.status) && (await watched());
  if (!wanted) {
    await tx.update(transactions).set({ nextAskAt: null }).where(mine);
    return;
  }

  if (typeof when === "object" && isHintedSince(row.nextAskAt, when.inAWhileUnlessSince, ctx.now())) return;

  const spread = Number.parseInt(ctx.random(2), 16) / 0xffff;
  const wait = when === "now" ? 0 : gapMs({ asks, pace: paceOf(submission), spread });
  const nextAskAt = new Date(ctx.now().getTime() + wait);
  await tx.update(transactions).set({ nextAskAt }).where(mine);
  const key = `ask:${environment}:${referenceId}`;
  await enqueue(tx, "ask-about-order", { environment, referenceId }, { runAt: nextAskAt, key });
}

const isHintedSince = (planned: Date | null, before: Date | null, now: Date) =>
  planned !== null && planned <= now && planned.getTime() !== before?.getTime();

/** A refused one that was sent again is watched for good: if it turns up after all, there may be two payments. */
const isReplaced = async (tx: Tx, id: string) => (await tx.$count(transactions, eq(transactions.replaces, id))) > 0;

function paceOf(submission: Submission | null): Pace {
  if (isUnknown(submission)) return "urgent";
  return isNotCreated(submission) || isRejected(submission) ? "for good" : "usual";
}
