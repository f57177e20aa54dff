import "server-only";
import { and, eq, inArray, isNull, type SQL } from "drizzle-orm";
import { registrations } from "@/drizzle/schema/registrations";
import type { Ctx } from "@/lib/auth/context";
import { begins, inPrefixOrder } from "@/lib/db/prefix";
import { because, joined, type Named, rowsOf } from "./found";
import type { Sought } from "./sought";

export async function playersById(ctx: Ctx, { ids, beginning }: Sought, limit: number) {
  const [typed] = ids;
  if (typed === undefined) return [];
  const { playerId } = registrations;
  const select = (where: SQL | undefined, ...order: SQL[]) =>
    ctx.db
      .select()
      .from(registrations)
      .where(and(eq(registrations.environment, ctx.environment), isNull(registrations.supersededAt), where))
      .orderBy(...order)
      .limit(limit);
  const found = because(await select(eq(playerId, typed)), "playerId", "exact");
  if (UUID.test(typed)) found.push(...because(await select(eq(registrations.id, typed)), "registration", "exact"));
  if (beginning === null) return found;
  return [
    ...found,
    ...because(await select(begins(playerId, beginning), inPrefixOrder(playerId)), "playerId", "begins"),
  ];
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export async function playersOf(ctx: Ctx, named: Named[]) {
  const rows = await rowsOf(named, (ids) => ctx.db.select().from(registrations).where(inArray(registrations.id, ids)));
  return joined(rows, named);
}
