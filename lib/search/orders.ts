import "server-only";
import { and, desc, eq, inArray, type SQL } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { transactions } from "@/drizzle/schema/transactions";
import type { Ctx } from "@/lib/auth/context";
import { begins, inPrefixOrder } from "@/lib/db/prefix";
import { KNOWN_CURRENCIES } from "@/lib/money/currencies";
import { because, bestFirst, joined, type Named, type Order, type Registration, ROW, rowsOf } from "./found";
import type { Why } from "./schema";
import type { Sought } from "./sought";

export async function ordersById(ctx: Ctx, { ids, beginning }: Sought, limit: number) {
  const [typed] = ids;
  if (typed === undefined) return [];
  const { referenceId, transactionId, playerId, createdAt, id } = transactions;
  const select = (where: SQL | undefined, ...order: (SQL | PgColumn)[]) =>
    ctx.db
      .select(ROW)
      .from(transactions)
      .where(and(eq(transactions.environment, ctx.environment), where))
      .orderBy(...order)
      .limit(limit);
  const found = [
    ...because(await select(inArray(referenceId, ids)), "referenceId", "exact"),
    ...because(await select(inArray(transactionId, ids)), "transactionId", "exact"),
    ...because(await select(eq(playerId, typed), desc(createdAt), desc(id)), "playerId", "exact"),
  ];
  if (beginning === null) return found;
  const references = await select(begins(referenceId, beginning), inPrefixOrder(referenceId));
  const theirs = await select(begins(transactionId, beginning.toLowerCase()), inPrefixOrder(transactionId));
  return [...found, ...because(references, "referenceId", "begins"), ...because(theirs, "transactionId", "begins")];
}

export async function ordersByAmount(ctx: Ctx, { amount }: Sought, limit: number) {
  if (!amount) return [];
  const { environment, currency, createdAt, id } = transactions;
  const found: Order[] = [];
  // One after the other, as the index holds them: each then gives its newest.
  for (const one of amount.currency === null ? KNOWN_CURRENCIES : [amount.currency])
    found.push(
      ...(await ctx.db
        .select(ROW)
        .from(transactions)
        .where(and(eq(environment, ctx.environment), eq(currency, one), eq(transactions.amount, amount.amount)))
        .orderBy(desc(createdAt), desc(id))
        .limit(limit)),
    );
  return because(found, "amount", "exact");
}

export async function ordersOf(ctx: Ctx, named: Named[]) {
  const rows = await rowsOf(named, (ids) => ctx.db.select(ROW).from(transactions).where(inArray(transactions.id, ids)));
  return joined(rows, named);
}

/** So many of the players who were found by name are asked for their orders. */
const PLAYERS_FOLLOWED = 3;

export async function ordersOfPlayers(ctx: Ctx, players: { why: Why; row: Registration }[], limit: number) {
  const found: { why: Why; row: Order }[] = [];
  const { playerId, createdAt, id } = transactions;
  const followed = new Map(
    bestFirst(players)
      .toReversed()
      .map(({ why, row }) => [row.playerId, why]),
  );
  for (const [player, why] of [...followed].slice(-PLAYERS_FOLLOWED)) {
    const rows = await ctx.db
      .select(ROW)
      .from(transactions)
      .where(and(eq(transactions.environment, ctx.environment), eq(playerId, player)))
      .orderBy(desc(createdAt), desc(id))
      .limit(limit);
    found.push(...rows.map((row) => ({ why, row })));
  }
  return found;
}
