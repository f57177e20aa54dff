import "server-only";
import { and, eq } from "drizzle-orm";
import { transactions } from "@/drizzle/schema/transactions";
import { type Ctx, requirePermission } from "@/lib/auth/context";
import { err, ok, type Result } from "@/lib/result";
import { askAboutOrder } from "./commands";
import { control } from "./proving";
import { stopReplacement } from "./reporting";
import { mayExist, type Submission } from "./submission";

type Order = typeof transactions.$inferSelect;

export type CannotReplace =
  /** The service has the earlier order after all. That is on record now, and nothing was made. */
  | { kind: "turned_up" }
  /** The service did not say whether it has it. */
  | { kind: "not_checked" };

/** `allowed`: the submissions in which it may be replaced. */
type Replacing = { type: string; referenceId: string; allowed: (submission: Submission | null) => boolean };

/**
 * Asks the service once more whether it has an order, or one of those before it, at the moment when another is about to
 * be made in its place. What may not be replaced anyhow is not asked about: that is refused under lock, with its reason.
 */
export async function checkBeforeReplacing(
  ctx: Ctx,
  { type, referenceId, allowed }: Replacing,
): Promise<Result<null, CannotReplace>> {
  requirePermission(ctx, "transactions:ask");
  const mine = and(eq(transactions.environment, ctx.environment), eq(transactions.referenceId, referenceId));
  const [order] = await ctx.db
    .select()
    .from(transactions)
    .where(and(mine, eq(transactions.type, type)));
  if (!order || order.conflictAt !== null || !allowed(order.submission)) return ok(null);
  if ((await ctx.db.$count(transactions, eq(transactions.replaces, order.id))) > 0) return ok(null);

  const earlier = await askAboutChain(ctx, order.id);
  switch (earlier.kind) {
    case "absent":
      return ok(null);
    case "found":
      return err({ kind: "turned_up" });
    case "no answer":
      return err({ kind: "not_checked" });
  }
}

/** Why an order did not leave: one that it was made in the place of turned up, or nobody knows whether it did. */
export type HeldBack = "stopped" | "waits";

/**
 * The last check before an order is claimed that was made in another's place: an earlier one that turns up stops it, and
 * without an answer it stays queued. Orders that replace nothing are free to go.
 */
export async function checkBeforeSending(
  ctx: Ctx,
  { transactionRow }: { transactionRow: string },
): Promise<"free" | HeldBack> {
  requirePermission(ctx, "transactions:ask");
  const [order] = await ctx.db.select().from(transactions).where(eq(transactions.id, transactionRow));
  if (!order || order.replaces === null || order.submission !== "queued") return "free";

  const earlier = await askAboutChain(ctx, order.replaces);
  switch (earlier.kind) {
    case "absent":
      return "free";
    case "found":
      // Also where the answer was about other terms, which is no believed report and has stopped nothing.
      await ctx.db.transaction((tx) => stopReplacement(tx, ctx, earlier.order));
      return "stopped";
    case "no answer":
      return "waits";
  }
}

type Earlier = { kind: "absent" } | { kind: "found"; order: Order } | { kind: "no answer" };

/** Asks about an order and all in whose place it was made. "Not found" counts only where a control was answered, too. */
async function askAboutChain(ctx: Ctx, newest: string): Promise<Earlier> {
  const chain = (await chainFrom(ctx, newest)).filter(({ submission }) => mayExist(submission));
  for (const order of chain) {
    const asked = await askAboutOrder(ctx, order);
    if (!asked.ok) return { kind: "no answer" };
    if (asked.value.found) return { kind: "found", order };
  }
  const [last] = chain;
  return last === undefined || (await control(ctx, last)) ? { kind: "absent" } : { kind: "no answer" };
}

/** This order and those in whose place it was made, the newest first. */
async function chainFrom(ctx: Ctx, id: string | null): Promise<Order[]> {
  if (id === null) return [];
  const [order] = await ctx.db.select().from(transactions).where(eq(transactions.id, id));
  return order ? [order, ...(await chainFrom(ctx, order.replaces))] : [];
}
