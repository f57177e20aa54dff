import "server-only";
import { and, eq, isNull } from "drizzle-orm";
import { type Order, transactions } from "@/drizzle/schema/transactions";
import { type Ctx, requirePermission } from "@/lib/auth/context";
import type { Db, Tx } from "@/lib/db/connection";
import { err, ok, type Result } from "@/lib/result";
import { checkOrderStatus, lookUpInPlaceOf } from "@/lib/transactions/commands";
import { freezeUnlessNoticed, isChangedSince } from "@/lib/transactions/freezes/database-change";
import { lostRequestsExpireAt } from "@/lib/transactions/non-creation/rules";
import { control } from "@/lib/transactions/non-creation/verify";
import { stopReplacement } from "@/lib/transactions/status/apply-status-report";
import { endingOf } from "@/lib/transactions/status/order-ending";
import { endedUnpaid, type Status } from "@/lib/transactions/status/status";
import { isUncontested, type MayReplace } from "./correctable";
import { mayBeAtService } from "./submission";

export type CannotReplace =
  /** The service has the earlier order. That is recorded, and nothing was created. */
  | { kind: "turned_up" }
  /** The service gave no answer. */
  | { kind: "not_checked" };

/** `allowed`: the endings after which it may be replaced. */
type Replacing = { type: string; referenceId: string; allowed: MayReplace };

/**
 * Checks with the service, before a replacement is created, that neither the order nor any order before it exists.
 * Orders that must not be replaced anyway are not checked: they are refused later under lock, with the reason.
 */
export async function checkBeforeReplacing(
  ctx: Ctx,
  { type, referenceId, allowed }: Replacing,
): Promise<Result<null, CannotReplace>> {
  requirePermission(ctx, "transactions:check_status");
  const mine = and(eq(transactions.environment, ctx.environment), eq(transactions.referenceId, referenceId));
  const [order] = await ctx.db
    .select()
    .from(transactions)
    .where(and(mine, eq(transactions.type, type)));
  if (!order || !allowed(await endingOf(ctx.db, order))) return ok(null);
  if ((await ctx.db.$count(transactions, eq(transactions.replaces, order.id))) > 0) return ok(null);

  const chain = (await withEarlier(ctx.db, order.id)).filter(mayBeAtService);
  const earlier = await askAbout(ctx, chain);
  switch (earlier.kind) {
    case "absent":
      if (order.possiblySentUntil === null && !(await isChangedSince(ctx, order.createdAt))) return ok(null);
      return lookUpBefore(ctx, order);
    case "found":
      return err({ kind: "turned_up" });
    case "no_answer":
      return err({ kind: "not_checked" });
  }
}

/** Under lock, what is found takes the order's place. */
async function lookUpBefore(ctx: Ctx, order: Order): Promise<Result<null, CannotReplace>> {
  const looked = await lookUpInPlaceOf(ctx, order);
  if (!looked.ok) return err({ kind: "not_checked" });
  await freezeUnlessNoticed(ctx, looked.value);
  return ok(null);
}

/** Why an order was not submitted: an earlier one exists, or may exist. */
export type HeldBack = "stopped" | "waits";

/**
 * The last check before a replacement is claimed: an earlier order that exists stops it, and without an answer it stays
 * queued. Orders that replace nothing pass. An earlier order that never left here is checked, too: a database that was
 * lost unnoticed may have sent it.
 */
export async function checkBeforeSending(
  ctx: Ctx,
  { transactionRow }: { transactionRow: string },
): Promise<"free" | HeldBack> {
  requirePermission(ctx, "transactions:check_status");
  const [order] = await ctx.db.select().from(transactions).where(eq(transactions.id, transactionRow));
  if (!order || order.replaces === null || order.submission !== "queued") return "free";

  const chain = await withEarlier(ctx.db, order.replaces);
  // What a lost database sent last may still be accepted, so that no answer proves that it will not be.
  if (chain.some((one) => mayBeAccepted(ctx, one))) return "waits";
  const earlier = await askAbout(ctx, chain);
  switch (earlier.kind) {
    case "absent":
      return checkPlaces(ctx, order, chain);
    case "found":
      // Also if the answer was about other terms, which is no trusted report and has stopped nothing.
      await ctx.db.transaction((tx) => stopReplacement(tx, ctx, earlier.order));
      return "stopped";
    case "no_answer":
      return "waits";
  }
}

const mayBeAccepted = ({ now }: Ctx, { possiblySentUntil: until }: Order) =>
  until !== null && lostRequestsExpireAt(until) > now();

/**
 * A lost database may have replaced an earlier order in its own way. What it sent then takes the place of this order, so that
 * it is not taken for a row that is paid once more.
 */
async function checkPlaces(ctx: Ctx, order: Order, chain: Order[]): Promise<"free" | HeldBack> {
  for (const one of chain) {
    const looked = await lookUpInPlaceOf(ctx, one);
    if (!looked.ok) return "waits";
    const found = looked.value.find((other) => !chain.some(({ id }) => id === other.id));
    if (!found) continue;
    await freezeUnlessNoticed(ctx, [found]);
    const [replaced = one] = chain;
    const isFree = and(eq(transactions.id, found.id), isNull(transactions.replaces));
    await ctx.db.transaction(async (tx) => {
      await stopReplacement(tx, ctx, replaced, found.referenceId);
      await tx.update(transactions).set({ replaces: order.id, updatedAt: ctx.now() }).where(isFree);
    });
    return "stopped";
  }
  return "free";
}

type Earlier = { kind: "absent" } | { kind: "found"; order: Order } | { kind: "no_answer" };

/**
 * Checks an order and those that it replaces. An order counts as absent if this answer says that it ended unpaid, or if
 * it was not found while a control query was answered.
 */
async function askAbout(ctx: Ctx, chain: Order[]): Promise<Earlier> {
  const notFound: Order[] = [];
  for (const order of chain) {
    const asked = await checkOrderStatus(ctx, { ...order, isUnsentAsked: true });
    if (!asked.ok) return { kind: "no_answer" };
    const { found, said } = asked.value;
    if (found && !(await isStillUnpaid(ctx, order, said))) return { kind: "found", order };
    if (found) continue;
    // The service reported it earlier, so it now answers from other data.
    if (order.status !== null) return { kind: "no_answer" };
    notFound.push(order);
  }
  const [last] = notFound;
  return last === undefined || (await control(ctx, last)) ? { kind: "absent" } : { kind: "no_answer" };
}

/** This answer says that it ended unpaid, and no record contradicts that. */
async function isStillUnpaid(ctx: Ctx, { id }: Order, said: Status | null): Promise<boolean> {
  if (!endedUnpaid(said)) return false;
  const [order] = await ctx.db.select().from(transactions).where(eq(transactions.id, id));
  return order !== undefined && isUncontested(await endingOf(ctx.db, order));
}

/** This order and those that it replaces, newest first. */
export async function withEarlier(db: Db | Tx, id: string | null): Promise<Order[]> {
  if (id === null) return [];
  const [order] = await db.select().from(transactions).where(eq(transactions.id, id));
  return order ? [order, ...(await withEarlier(db, order.replaces))] : [];
}
