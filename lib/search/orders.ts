import "server-only";
import { and, asc, desc, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { transactions } from "@/drizzle/schema/transactions";
import type { Ctx } from "@/lib/auth/context";
import { begins, ends, inPrefixOrder, reversed } from "@/lib/db/prefix";
import { KNOWN_CURRENCIES } from "@/lib/money/currencies";
import { DIGITS_SHOWN, SHOWN_FROM } from "@/lib/pii/mask";
import { referenceIdsEnding } from "@/lib/transactions/submission/reference";
import { type Bounds, type NameAccess, type NameQuery, queriesByName, queriesByNear } from "./names";
import type { SearchTerms } from "./parse-query";
import { because, bestFirst, type OrderFound, type PlayerFound } from "./results";
import type { Field } from "./schema";

const { referenceId, transactionId, playerId, currency, createdAt, id } = transactions;
const { partyKey, partyDigits } = transactions;

/** Orders of this environment, no more than `limit` of them, from an index that begins with `where`. */
const ordersWhere = (ctx: Ctx, limit: number, where: SQL | undefined, ...order: (SQL | PgColumn)[]) =>
  ctx.db
    .select()
    .from(transactions)
    .where(and(eq(transactions.environment, ctx.environment), where))
    .orderBy(...order)
    .limit(limit);

export async function ordersById(
  ctx: Ctx,
  { ids, asTyped, beginning }: SearchTerms,
  limit: number,
): Promise<OrderFound[]> {
  const [typed] = ids;
  if (typed === undefined) return [];
  const spellings = asTyped === null ? [typed] : [typed, asTyped];
  const select = (where: SQL, ...order: (SQL | PgColumn)[]) => ordersWhere(ctx, limit, where, ...order);
  const ending = referenceIdsEnding(typed, ctx.now());
  const found = [
    ...because(await select(inArray(referenceId, ids)), "referenceId", "exact"),
    ...because(await select(inArray(transactionId, ids)), "transactionId", "exact"),
    ...because(ending.length > 0 ? await select(inArray(referenceId, ending)) : [], "referenceId", "ends"),
    ...because(await select(inArray(playerId, spellings), desc(createdAt), desc(id)), "playerId", "exact"),
  ];
  if (beginning === null) return found;
  const references = [];
  const theirs = [];
  // One after the other, as an index holds them: each spelling has its own place in it.
  for (const spelling of ids) {
    references.push(...(await select(begins(referenceId, spelling), asc(referenceId))));
    theirs.push(...(await select(begins(transactionId, spelling), asc(transactionId))));
  }
  const players = await select(begins(playerId, beginning), inPrefixOrder(playerId), desc(createdAt), desc(id));
  const byEnd = [inPrefixOrder(reversed(playerId)), desc(createdAt), desc(id)];
  const playersAtEnd = await select(ends(playerId, beginning), ...byEnd);
  return [
    ...found,
    ...because(references, "referenceId", "begins"),
    ...because(theirs, "transactionId", "begins"),
    ...because(players, "playerId", "begins"),
    ...because(playersAtEnd, "playerId", "ends"),
  ];
}

export async function ordersByAmount(ctx: Ctx, { amount }: SearchTerms, limit: number): Promise<OrderFound[]> {
  if (!amount) return [];
  const found = [];
  // One after the other, as the index holds them: each then gives its newest.
  for (const one of amount.currency === null ? KNOWN_CURRENCIES : [amount.currency]) {
    const such = and(eq(currency, one), eq(transactions.amount, amount.amount));
    found.push(...(await ordersWhere(ctx, limit, such, desc(createdAt), desc(id))));
  }
  return because(found, "amount", "exact");
}

type Of = Record<"DEPOSIT" | "WITHDRAW", Field>;
const NAMED: Of = { DEPOSIT: "payer", WITHDRAW: "recipient" };
const WITH_ACCOUNT: Of = { DEPOSIT: "payerAccount", WITHDRAW: "recipientAccount" };

async function ordersSeen(
  ctx: Ctx,
  looks: NameQuery[],
  { of, limit }: { of: Of; limit: number },
): Promise<OrderFound[]> {
  const found: OrderFound[] = [];
  for (const { how, where, order } of looks)
    for (const row of await ordersWhere(ctx, limit, where, ...order))
      found.push({ why: { field: row.type === "DEPOSIT" ? of.DEPOSIT : of.WITHDRAW, how }, row });
  return found;
}

export const ordersByName = (ctx: Ctx, { names }: SearchTerms, { nameAccess, limit }: Bounds) =>
  ordersSeen(ctx, queriesByName(names, { nameAccess, key: partyKey, at: createdAt }), { of: NAMED, limit });

export const ordersByNear = (ctx: Ctx, near: string[], limit: number) =>
  ordersSeen(ctx, queriesByNear(near, { key: partyKey, at: createdAt }), { of: NAMED, limit });

export const ordersByAccount = (ctx: Ctx, terms: SearchTerms, { nameAccess, limit }: Bounds) =>
  ordersSeen(ctx, queriesByAccount(terms, nameAccess), { of: WITH_ACCOUNT, limit });

function queriesByAccount({ account }: SearchTerms, nameAccess: NameAccess): NameQuery[] {
  if (!account) return [];
  const { whole, end } = account;
  const exact = whole.map(
    (one): NameQuery => ({ how: "exact", where: eq(partyDigits, one), order: [desc(createdAt)] }),
  );
  const beginning = whole
    .slice(0, 1)
    .map((one): NameQuery => ({ how: "begins", where: begins(partyDigits, one), order: [inPrefixOrder(partyDigits)] }));
  // The digits that a mask shows may be searched.
  const isShown = nameAccess === "all" ? undefined : sql`length(${partyDigits}) >= ${SHOWN_FROM}`;
  const where = and(ends(partyDigits, end), isShown);
  const atEnd: NameQuery = { how: "ends", where, order: [inPrefixOrder(reversed(partyDigits))] };
  if (nameAccess === "all") return [...exact, ...beginning, atEnd];
  return [...(nameAccess === "whole" ? exact : []), ...(end.length === DIGITS_SHOWN ? [atEnd] : [])];
}

/** So many of the players who were found by name are asked for their orders. */
const PLAYERS_FOLLOWED = 3;

/** An order of another system has no name; its player may be known by name here. */
export async function ordersOfPlayers(ctx: Ctx, players: PlayerFound[], limit: number): Promise<OrderFound[]> {
  const found: OrderFound[] = [];
  const followed = new Map(
    bestFirst(players)
      .toReversed()
      .map(({ why, row }) => [row.playerId, why]),
  );
  for (const [player, why] of [...followed].slice(-PLAYERS_FOLLOWED)) {
    const rows = await ordersWhere(ctx, limit, eq(playerId, player), desc(createdAt), desc(id));
    found.push(...rows.map((row) => ({ why, row })));
  }
  return found;
}
