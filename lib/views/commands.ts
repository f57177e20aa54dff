import "server-only";
import { and, eq, ne, or } from "drizzle-orm";
import { users } from "@/drizzle/schema/users";
import { savedViews } from "@/drizzle/schema/views";
import { record } from "@/lib/audit/record";
import { type Ctx, requirePermission, userIdOf } from "@/lib/auth/context";
import type { Tx } from "@/lib/db/connection";
import { queryOf } from "@/lib/query-string";
import { err, ok, type Result } from "@/lib/result";
import { addressOf } from "@/lib/transactions/list/filter";
import { ordersAsked } from "@/lib/transactions/schema";
import { mayDeleteOthers } from "./queries";
import type { ChangedView, KeptView, ViewProblem } from "./schema";

/** The most saved views of a user. */
const VIEWS_MAX = 50;

/** Saves a filter under a name, private or shared. The same again, as after a lost answer, is the same view. */
export async function keepView(
  ctx: Ctx,
  { list, name, query: given, shared }: KeptView,
): Promise<Result<{ id: string }, ViewProblem>> {
  requirePermission(ctx, "views:save");
  const owner = userIdOf(ctx);
  const { environment } = ctx;
  const query = understood(list, given);
  const at = ctx.now();
  return ctx.db.transaction(async (tx) => {
    const own = and(eq(savedViews.environment, environment), eq(savedViews.owner, owner));
    const others = and(own, or(ne(savedViews.list, list), ne(savedViews.name, name)));
    if ((await tx.$count(savedViews, others)) >= VIEWS_MAX) return err({ kind: "too_many" });
    const [kept] = await tx
      .insert(savedViews)
      .values({
        ...{ environment, owner, list, name, query, sharedAt: shared ? at : null },
        ...{ createdAt: at, updatedAt: at },
      })
      .onConflictDoNothing()
      .returning({ id: savedViews.id });
    if (!kept) {
      const named = and(own, eq(savedViews.list, list), eq(savedViews.name, name));
      const [held] = await tx.select().from(savedViews).where(named);
      const isSame = held?.query === query && (held.sharedAt !== null) === shared;
      return isSame ? ok({ id: held.id }) : err({ kind: "name_taken" });
    }
    const detail = { list, query, shared };
    await record(tx, ctx, { action: "view.saved", subject: name, detail });
    return ok(kept);
  });
}

/** Gives it another name, shares it, or takes it back. */
export async function changeView(
  ctx: Ctx,
  { id, name, shared }: ChangedView,
): Promise<Result<{ id: string }, ViewProblem>> {
  requirePermission(ctx, "views:save");
  const owner = userIdOf(ctx);
  return ctx.db.transaction(async (tx) => {
    const held = await ownView(tx, ctx, id, owner);
    if (!held) return err({ kind: "not_yours" });
    const { environment } = ctx;
    const own = and(
      eq(savedViews.environment, environment),
      eq(savedViews.owner, owner),
      eq(savedViews.list, held.list),
    );
    const named = and(own, eq(savedViews.name, name));
    if (await tx.$count(savedViews, and(named, ne(savedViews.id, id)))) return err({ kind: "name_taken" });
    const at = ctx.now();
    const sharedAt = shared ? (held.sharedAt ?? at) : null;
    await tx.update(savedViews).set({ name, sharedAt, updatedAt: at }).where(eq(savedViews.id, id));
    await record(tx, ctx, { action: "view.updated", subject: name, detail: { held: held.name, shared } });
    return ok({ id });
  });
}

/** Takes it away, also from those it was shared with. Who administers users may take away what others share. */
export async function removeView(ctx: Ctx, { id }: { id: string }): Promise<Result<{ id: string }, ViewProblem>> {
  requirePermission(ctx, "views:save");
  const owner = userIdOf(ctx);
  return ctx.db.transaction(async (tx) => {
    const [held] = await tx.select().from(savedViews).where(viewOf(ctx, id)).for("update");
    const isOwn = held?.owner === owner;
    if (!held || !(isOwn || (held.sharedAt !== null && mayDeleteOthers(ctx)))) return err({ kind: "not_yours" });
    await tx.delete(savedViews).where(eq(savedViews.id, id));
    const whose = isOwn ? {} : await ownerOf(tx, held);
    const detail = { query: held.query, shared: held.sharedAt !== null, ...whose };
    await record(tx, ctx, { action: "view.deleted", subject: held.name, detail });
    return ok({ id });
  });
}

/** A view is a filter and a sort, never a page. Its list reads the values again. */
function understood(list: KeptView["list"], query: string): string {
  const { after: _after, before: _before, ...given } = Object.fromEntries(new URLSearchParams(query));
  if (list === "players") return queryOf(given);
  const { anchor: _place, ...filter } = ordersAsked.parse({ ...given, list });
  return addressOf(filter);
}

const viewOf = ({ environment }: Ctx, id: string) =>
  and(eq(savedViews.id, id), eq(savedViews.environment, environment));

/** With the name, for the log. */
async function ownerOf(tx: Tx, { owner }: typeof savedViews.$inferSelect) {
  const [user] = await tx.select({ userId: users.id, user: users.name }).from(users).where(eq(users.id, owner));
  return user;
}

async function ownView(tx: Tx, ctx: Ctx, id: string, owner: string) {
  const own = and(viewOf(ctx, id), eq(savedViews.owner, owner));
  const [held] = await tx.select().from(savedViews).where(own).for("update");
  return held;
}
