import "server-only";
import { and, eq, sql } from "drizzle-orm";
import { transactions } from "@/drizzle/schema/transactions";
import type { Ctx } from "@/lib/auth/context";
import type { Tx } from "@/lib/db/connection";
import { enqueue } from "@/lib/db/enqueue";
import { err, ok, type Result } from "@/lib/result";
import { scheduleNextPoll } from "@/lib/transactions/polling/schedule";
import { endingOf } from "@/lib/transactions/status/order-ending";
import type { Ending, MayReplace } from "./correctable";
import { isReissuable, type Submission } from "./submission";
import { type Kind, SENDERS } from "./submit";

type Order = typeof transactions.$inferSelect;
/** `isSame`: it was made with the terms that are requested now. */
type OnRecord = { referenceId: string; isSame: boolean };

/** This form has made an order already, of other terms: nothing was made now. */
export type FormUsed = { kind: "form_used"; referenceId: string };

type Once<E> = {
  formId: string;
  /** The order that this form has made already. */
  first: (tx: Tx) => Promise<OnRecord | null>;
  /** Resolves to its referenceId, or to why there is none. */
  open: (tx: Tx) => Promise<Result<string, E>>;
};

/**
 * Makes the order of a form, once. The same form again finds the first record: a double click, a second tab or a
 * repeated request is one order.
 */
export async function openOnce<E = never>(
  ctx: Ctx,
  { formId, first, open }: Once<E>,
): Promise<Result<{ referenceId: string }, FormUsed | E>> {
  return ctx.db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${formId}, 0))`);
    const made = await first(tx);
    if (!made) {
      const opened = await open(tx);
      return opened.ok ? ok({ referenceId: opened.value }) : opened;
    }
    const { referenceId, isSame } = made;
    return isSame ? ok({ referenceId }) : err({ kind: "form_used", referenceId });
  });
}

type Opened = Pick<Order, "referenceId" | "currency" | "amount" | "playerId" | "replaces"> & {
  type: Kind;
  submission: Extract<Submission, "awaiting_approval" | "queued">;
};

/** Writes an order down, with a callback address of its own, and queues its sending unless others have to agree. */
export async function openOrder(tx: Tx, ctx: Ctx, order: Opened): Promise<string> {
  const { environment } = ctx;
  const at = ctx.now();
  const ours = { environment, method: "BANK_TRANSFER", callbackToken: ctx.random(24), createdAt: at, updatedAt: at };
  const possiblySentUntil = order.replaces === null ? null : await inherited(tx, order.replaces);
  const [made] = await tx
    .insert(transactions)
    .values({ ...order, ...ours, possiblySentUntil })
    .returning({ id: transactions.id });
  if (!made) throw new Error("insert returned no row");
  if (order.replaces !== null) await scheduleNextPoll(tx, ctx, order.replaces, "in_a_while");
  if (order.submission === "queued") {
    await enqueue(tx, SENDERS[order.type], { environment, transactionRow: made.id });
  }
  return made.id;
}

/** A lost database may have made an order in the same one's place, under the same id. */
async function inherited(tx: Tx, replaces: string): Promise<Date | null> {
  const { possiblySentUntil } = transactions;
  const [replaced] = await tx.select({ possiblySentUntil }).from(transactions).where(eq(transactions.id, replaces));
  return replaced?.possiblySentUntil ?? null;
}

export type CannotReissue =
  | { kind: "not_held" }
  /** It may exist at the service, or still be accepted: sending another could make two of it. */
  | { kind: "may_exist" }
  | { kind: "replaced"; referenceId: string };

/** The records were changed in the database: the order is frozen, and nothing else was done. */
export type IsAltered = { kind: "altered" };

type Named = { type: Kind; referenceId: string };

/** The order, under lock, where a person may send it again under a new id. */
export const lockReissuable = (tx: Tx, ctx: Ctx, order: Named) =>
  lockReplaceable(tx, ctx, { ...order, allowed: mayReissue });

/** What a reader of the record may replace with the same terms under a new id. */
export const mayReissue = ({ submission, conflict }: Ending) => isReissuable(submission) && !conflict;

/** A correction is made in the place of what came to nothing, once: a second would be two orders of one intent. */
export type CannotCorrect = { kind: "cannot_correct" } | Extract<CannotReissue, { kind: "replaced" }>;

/** The order, under lock, where a corrected one may be requested in its place. */
export async function lockCorrectable(
  tx: Tx,
  ctx: Ctx,
  order: Named & { allowed: MayReplace },
): Promise<Result<Order, CannotCorrect>> {
  const found = await lockReplaceable(tx, ctx, order);
  if (found.ok) return found;
  return err(found.error.kind === "replaced" ? found.error : { kind: "cannot_correct" });
}

/** The order, under lock, where another may be made in its place; each is replaced at most once. */
async function lockReplaceable(
  tx: Tx,
  ctx: Ctx,
  { type, referenceId, allowed }: Named & { allowed: MayReplace },
): Promise<Result<Order, CannotReissue>> {
  const mine = and(eq(transactions.environment, ctx.environment), eq(transactions.referenceId, referenceId));
  const [order] = await tx
    .select()
    .from(transactions)
    .where(and(mine, eq(transactions.type, type)))
    .for("update");
  if (!order) return err({ kind: "not_held" });
  const [newer] = await tx.select().from(transactions).where(eq(transactions.replaces, order.id));
  if (newer) return err({ kind: "replaced", referenceId: newer.referenceId });
  return allowed(await endingOf(tx, order)) ? ok(order) : err({ kind: "may_exist" });
}
