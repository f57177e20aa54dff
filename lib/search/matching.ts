import "server-only";
import { and, desc, eq, inArray, isNull, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { deposits } from "@/drizzle/schema/deposits";
import { parties, partyNames } from "@/drizzle/schema/parties";
import { registrations } from "@/drizzle/schema/registrations";
import { transactions } from "@/drizzle/schema/transactions";
import { withdrawals } from "@/drizzle/schema/withdrawals";
import type { Ctx } from "@/lib/auth/context";
import { may } from "@/lib/auth/permissions";
import { type NameReading, nearKeys, turnedRound } from "@/lib/japan/name-key";
import { playerRow } from "@/lib/kyc/view";
import { KNOWN_CURRENCIES } from "@/lib/money/currencies";
import { DIGITS_SHOWN, SHOWN_FROM } from "@/lib/personal/mask";
import { seesPersonal } from "@/lib/personal/sight";
import { LISTED, type ListedOrder, payerView, recipientView, transactionRow } from "@/lib/transactions/view";
import {
  CLOSENESS,
  type Closeness,
  FIELDS,
  type Field,
  type OrderHit,
  type PlayerHit,
  type SearchHit,
  type SearchView,
  type Why,
} from "./schema";
import type { Party, Sought } from "./sought";

/** How far names and account numbers are compared: all that is near, only what was typed whole, or what a mask shows. */
export type Sight = "all" | "whole" | "masked";

/** Not the whole row: what a list shows is in the indexes of lists, beside what is looked for there. */
const ROW = { ...LISTED, id: transactions.id };
type Order = ListedOrder & { id: string };
type Registration = typeof registrations.$inferSelect;
type Named = { subject: string; party: Party; why: Why };

export type Found = {
  orders: { why: Why; row: Order }[];
  players: { why: Why; row: Registration }[];
  /** Those that were found by what a mask hides. */
  underMask: string[];
  hasMore: boolean;
};

/**
 * Everything that we hold in this environment and that somebody may mean, the best first. Each kind is looked for by
 * itself, from an index that leads straight to it, and never more of it than `limit`.
 */
export async function find(
  ctx: Ctx,
  sought: Sought,
  { sight, limit }: { sight: Sight; limit: number },
): Promise<Found> {
  const [byId, byAmount, players, named] = await Promise.all([
    ordersById(ctx, sought, limit),
    ordersByAmount(ctx, sought, limit),
    playersById(ctx, sought, limit),
    namedParties(ctx, sought, { sight, limit }),
  ]);
  const [orders, people] = await Promise.all([
    ordersOf(
      ctx,
      named.filter(({ party }) => party !== "player"),
    ),
    playersOf(
      ctx,
      named.filter(({ party }) => party === "player"),
    ),
  ]);
  // An order that another system created names nobody; its player may be known by name here.
  const theirs = await ordersOfPlayers(ctx, people, limit);
  const found = {
    orders: bestFirst([...byId, ...byAmount, ...orders, ...theirs]),
    players: bestFirst([...players, ...people]),
  };
  const kinds = [byId, byAmount, players, named, theirs];
  return {
    orders: found.orders.slice(0, limit),
    players: found.players.slice(0, limit),
    underMask:
      sight === "whole" ? orders.map(({ row }) => row.referenceId).concat(people.map(({ row }) => row.playerId)) : [],
    hasMore: kinds.some((kind) => kind.length >= limit) || found.orders.length > limit || found.players.length > limit,
  };
}

const rankOf = ({ how, field }: Why) => CLOSENESS.indexOf(how) * FIELDS.length + FIELDS.indexOf(field);

/** Each once, by what it fits best; the newest first among those that fit alike. */
function bestFirst<T extends { why: Why; row: { id: string; createdAt: Date } }>(found: T[]): T[] {
  const sorted = found.toSorted(
    (a, b) => rankOf(a.why) - rankOf(b.why) || b.row.createdAt.getTime() - a.row.createdAt.getTime(),
  );
  return [...new Map(sorted.toReversed().map((hit) => [hit.row.id, hit])).values()].toSorted(
    (a, b) => sorted.indexOf(a) - sorted.indexOf(b),
  );
}

const because = <Row>(rows: Row[], field: Field, how: Closeness) => rows.map((row) => ({ why: { field, how }, row }));

const begins = (column: PgColumn, beginning: string) => sql`${column} like ${`${escaped(beginning)}%`}`;
const escaped = (text: string) => text.replace(/[\\%_]/g, "\\$&");
/** In the order of an index for prefixes, whatever the database's language. */
const inPrefixOrder = (column: PgColumn) => sql`${column} using ~<~`;

async function ordersById(ctx: Ctx, { ids, beginning }: Sought, limit: number) {
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

async function ordersByAmount(ctx: Ctx, { amount }: Sought, limit: number) {
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

async function playersById(ctx: Ctx, { ids, beginning }: Sought, limit: number) {
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

/** Names that are near: more of them than this, and what was typed says hardly anything. */
const NEAR_NAMES = 20;

/** Who is named so, or has such an account, as far as may be compared. */
async function namedParties(ctx: Ctx, { names, account }: Sought, { sight, limit }: { sight: Sight; limit: number }) {
  const { environment, nameKey, accountReversed, at } = parties;
  const select = async (why: (party: Party) => Why, where: SQL | undefined, ...order: SQL[]): Promise<Named[]> => {
    const rows = await ctx.db
      .select({ subject: parties.subject, party: parties.party })
      .from(parties)
      .where(and(eq(environment, ctx.environment), where))
      .orderBy(...order)
      .limit(limit);
    return rows.map((row) => ({ ...row, why: why(row.party) }));
  };
  const byName = (how: Closeness) => (party: Party) => ({ field: party, how });
  const byAccount = (how: Closeness) => (party: Party) => ({ field: ACCOUNTS[party], how });
  const found: Named[] = [];

  if (account) {
    if (sight !== "masked")
      for (const whole of account.whole)
        found.push(...(await select(byAccount("exact"), eq(parties.account, whole), desc(at))));
    if (sight === "all")
      for (const whole of account.whole.slice(0, 1))
        found.push(
          ...(await select(byAccount("begins"), begins(parties.account, whole), inPrefixOrder(parties.account))),
        );
    // What a mask shows anyway finds nobody who is hidden.
    const isShown = sight === "all" || account.end.length === DIGITS_SHOWN;
    const reversed = [...account.end].toReversed().join("");
    const long = sight === "all" ? undefined : sql`length(${parties.account}) >= ${SHOWN_FROM}`;
    if (isShown)
      found.push(
        ...(await select(
          byAccount("ends"),
          and(begins(accountReversed, reversed), long),
          inPrefixOrder(accountReversed),
        )),
      );
  }
  if (sight === "masked") return found;

  const keys = names.flatMap((reading) => [reading.key, turnedRound(reading) ?? reading.key]);
  for (const key of new Set(keys)) found.push(...(await select(byName("exact"), eq(nameKey, key), desc(at))));
  if (sight === "whole") return found;

  for (const key of new Set(keys))
    found.push(...(await select(byName("begins"), begins(nameKey, key), inPrefixOrder(nameKey), desc(at))));
  if (found.length >= limit) return found;
  for (const near of await namesNear(ctx, names))
    found.push(...(await select(byName("near"), eq(nameKey, near), desc(at))));
  return found;
}

const ACCOUNTS: Record<Party, Field> = { recipient: "recipientAccount", payer: "payerAccount", player: "player" };

async function namesNear(ctx: Ctx, names: NameReading[]): Promise<string[]> {
  const wanted = [...new Set(names.flatMap(nearKeys))];
  if (wanted.length === 0) return [];
  const list = sql.join(
    wanted.map((key) => sql`${key}`),
    sql`, `,
  );
  const rows = await ctx.db
    .select({ key: partyNames.nameKey })
    .from(partyNames)
    .where(and(eq(partyNames.environment, ctx.environment), sql`${partyNames.near} && array[${list}]::text[]`))
    .limit(NEAR_NAMES);
  return [...new Set(rows.map(({ key }) => key))];
}

async function ordersOf(ctx: Ctx, named: Named[]) {
  const rows = await rowsOf(named, (ids) => ctx.db.select(ROW).from(transactions).where(inArray(transactions.id, ids)));
  return joined(rows, named);
}

async function playersOf(ctx: Ctx, named: Named[]) {
  const rows = await rowsOf(named, (ids) => ctx.db.select().from(registrations).where(inArray(registrations.id, ids)));
  return joined(rows, named);
}

const rowsOf = async <Row>(named: Named[], select: (ids: string[]) => Promise<Row[]>): Promise<Row[]> =>
  named.length === 0 ? [] : select([...new Set(named.map(({ subject }) => subject))]);

function joined<Row extends { id: string }>(rows: Row[], named: Named[]) {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return named.flatMap(({ subject, why }) => {
    const row = byId.get(subject);
    return row ? [{ why, row }] : [];
  });
}

/** So many of the players who were found by name are asked for their orders. */
const PLAYERS_FOLLOWED = 3;

async function ordersOfPlayers(ctx: Ctx, players: { why: Why; row: Registration }[], limit: number) {
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

/** What is shown of them, masked as the reader's role has it. */
async function shown(ctx: Ctx, { orders, players }: Found): Promise<SearchHit[]> {
  const named = await namedIn(
    ctx,
    orders.map(({ row }) => row.id),
  );
  const hits = [
    ...orders.map(({ why, row }): OrderHit => {
      const { name = null, account = null } = named.get(row.id) ?? {};
      return { kind: "order", why, order: transactionRow(row), name, account };
    }),
    ...players.map(({ why, row }): PlayerHit => ({ kind: "player", why, player: playerRow(ctx, row) })),
  ];
  return hits.toSorted((a, b) => rankOf(a.why) - rankOf(b.why));
}

type InOrder = Pick<OrderHit, "name" | "account">;

async function namedIn(ctx: Ctx, ids: string[]): Promise<Map<string, InOrder>> {
  if (ids.length === 0) return new Map();
  const [recipients, payers] = await Promise.all([
    ctx.db.select().from(withdrawals).where(inArray(withdrawals.transactionRow, ids)),
    ctx.db.select().from(deposits).where(inArray(deposits.transactionRow, ids)),
  ]);
  return new Map([
    ...recipients.map((intent): [string, InOrder] => {
      const { destinationAccountName: name, destinationAccount: account } = recipientView(ctx, intent);
      return [intent.transactionRow, { name, account }];
    }),
    ...payers.map((intent): [string, InOrder] => {
      const { payerAccountName: name, payerAccount: account } = payerView(ctx, intent);
      return [intent.transactionRow, { name, account }];
    }),
  ]);
}

/** What the reader may compare: who is shown masks may still ask whether a name that they were told is right. */
export function sightOf(ctx: Ctx): Sight {
  if (seesPersonal(ctx)) return "all";
  return ctx.actor.kind === "person" && may(ctx.actor.role, "personal:reveal") ? "whole" : "masked";
}

/** What to show of what was found. */
export async function viewOf(ctx: Ctx, sought: Sought, found: Found): Promise<SearchView> {
  const hits = await shown(ctx, found);
  const isExact = ({ field, how }: Why) => how === "exact" && (field === "referenceId" || field === "transactionId");
  const exact = found.orders.find(({ why }) => isExact(why))?.row.referenceId ?? null;
  const sight = sightOf(ctx);
  return {
    hits,
    hasMore: found.hasMore,
    exact,
    asks: exact === null ? sought.asks : null,
    limit: sought.names.length === 0 || sight === "all" ? null : sight === "whole" ? "whole names only" : "no names",
  };
}

export const NOTHING: SearchView = { hits: [], hasMore: false, exact: null, asks: null, limit: null };
