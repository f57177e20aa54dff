import "server-only";
import { and, eq, gte, lte, sql } from "drizzle-orm";
import { balanceMovements } from "@/drizzle/schema/movements";
import { bankEntries } from "@/drizzle/schema/statements";
import { type Ctx, requirePermission } from "@/lib/auth/context";
import { type List, readPage } from "@/lib/db/keyset";
import { readTypedAmount } from "@/lib/money/amount-input";
import { seesLedgers, typedTextFor } from "@/lib/pii/access";
import { masked } from "@/lib/pii/mask";
import { ISO } from "../movements/read-movements";
import { isInState, readEntries, sumEntries } from "./read-entries";
import type {
  EntriesAsked,
  EntriesView,
  EntryDetail,
  EntryEvent,
  EntryRow,
  OfferedMovement,
  StatementRow,
} from "./schema";
import { OFFER_DAYS, offerReason } from "./statement-match";

/** So many of the newest statements are listed; entries of all are found. */
const STATEMENTS = 100;

/** The newest statements that are not withdrawn, with what became of their entries. */
export async function listStatements(ctx: Ctx): Promise<StatementRow[]> {
  requirePermission(ctx, "reconciliation:read");
  const { rows } = await ctx.db.execute<StatementRow>(sql`
    select b.id as "statementId", b.name, b.format, b.encoding, b.sha256, b.is_own as "isOwn", b.accounts, u.name as by,
      ${ISO(sql`b.uploaded_at`)} as at, b.left_out as "leftOut", e.entries, e.repeated, e.matched, e.broken
    from bank_statements b join users u on u.id = b.uploaded_by cross join lateral (
      select count(*)::int as entries, (count(*) filter (where not e.is_counted))::int as repeated, count(s.id)::int as matched,
        (count(*) filter (where e.is_counted and e.problems is not null))::int as broken
      from bank_entries e left join statement_matches s on s.entry_id = e.id and s.undone_at is null
      where e.statement_id = b.id
    ) e
    where b.environment = ${ctx.environment} and b.withdrawn_at is null order by b.uploaded_at desc, b.id limit ${STATEMENTS}`);
  if (seesLedgers(ctx)) return rows;
  return rows.map(({ accounts, ...row }) => ({
    ...row,
    accounts: accounts.map((one) => ({ ...one, account: masked("account", one.account), holder: "" })),
  }));
}

const { id, bookedOn, currency, amount, statementId, isCounted } = bankEntries;

/** A page of entries of all statements, the newest first, with the sums of all that the filter lets through. */
export async function listEntries(ctx: Ctx, { anchor, ...asked }: EntriesAsked): Promise<EntriesView> {
  requirePermission(ctx, "reconciliation:read");
  const conditions = conditionsOf(ctx, asked);
  const list: List = {
    ...{ from: bankEntries, id, isDescending: true },
    keys: [
      { value: bookedOn, type: "date" },
      { value: id, type: "uuid" },
    ],
    where: [eq(bankEntries.environment, ctx.environment), ...conditions.indexed],
    narrow: conditions.selective,
    filters: conditions.others,
  };
  const { ids, ...page } = await readPage(ctx.db, list, anchor);
  const rows = ids.length === 0 ? [] : await readEntries(ctx, sql`e.id = any(${sql.param(ids)}::uuid[])`);
  const { indexed, selective, others } = conditions;
  const mine = and(eq(bankEntries.environment, ctx.environment), ...indexed, ...selective, ...others);
  const within = ctx.db.select({ id }).from(bankEntries).where(mine);
  return { ...page, rows, sums: await sumEntries(ctx, sql`e.id in ${within}`) };
}

function conditionsOf(ctx: Ctx, { statement, state, currency: code, from, to, q }: Omit<EntriesAsked, "anchor">) {
  const typed = q === "" ? null : readTypedAmount(q.replace(/^[-−+]/, ""));
  const text = `%${q.replaceAll(/[\\%_]/g, "\\$&")}%`;
  const named = sql`(${bankEntries.party} ilike ${text} or ${bankEntries.description} ilike ${text})`;
  const found = typed ? sql`abs(${amount}) = ${typed.amount}::numeric` : seesLedgers(ctx) ? named : sql`false`;
  return {
    indexed: [sql`${isCounted}`, from ? gte(bookedOn, from) : undefined, to ? lte(bookedOn, to) : undefined],
    selective: [statement ? eq(statementId, statement) : undefined],
    others: [
      code ? eq(currency, code) : undefined,
      q === "" ? undefined : found,
      state && sql`(${sql.join(state.map(isInState), sql` or `)})`,
    ],
  };
}

/** One entry with what it is matched to, or may be; null where there is none that counts. */
export async function getEntry(ctx: Ctx, { entryId }: { entryId: string }): Promise<EntryDetail | null> {
  requirePermission(ctx, "reconciliation:read");
  const [row] = await readEntries(ctx, sql`e.id = ${entryId}::uuid`);
  const [entry] = await ctx.db.select().from(bankEntries).where(eq(id, entryId));
  if (!row || !entry) return null;
  const isSeen = seesLedgers(ctx);
  return {
    ...{ ...row, valuedOn: entry.valuedOn },
    ...(isSeen ? { reference: entry.reference, raw: entry.raw } : { reference: null, raw: null }),
    problems: (entry.problems ?? []).map((problem) => (isSeen ? problem : { ...problem, value: "" })),
    movement: await movementOf(ctx, row),
    offers: row.state === "unmatched" ? await offersFor(ctx, entry) : [],
    history: await historyOf(ctx, entryId),
  };
}

async function movementOf({ db }: Ctx, { match }: EntryRow): Promise<EntryDetail["movement"]> {
  if (!match) return null;
  const [found] = await db.select().from(balanceMovements).where(eq(balanceMovements.id, match.movementId));
  if (!found) return null;
  const { fromAt, untilAt } = found;
  return { amount: found.amount, currency: found.currency, from: fromAt.toISOString(), until: untilAt.toISOString() };
}

/** So many are offered. */
const OFFERS = 10;

async function offersFor({ db, environment }: Ctx, entry: typeof bankEntries.$inferSelect): Promise<OfferedMovement[]> {
  const { movementAmount, bookedOn: day } = entry;
  if (movementAmount === null) return [];
  const { rows } = await db.execute<Omit<OfferedMovement, "reason">>(sql`
    select m.id as "movementId", m.currency, m.amount::text, ${ISO(sql`m.from_at`)} as from, ${ISO(sql`m.until_at`)} as until
    from balance_movements m
    where m.environment = ${environment} and m.currency = ${entry.currency} and m.explained_at is null
      and m.from_at < (${day}::date + ${OFFER_DAYS}::int)::timestamptz and m.until_at > (${day}::date - ${OFFER_DAYS}::int)::timestamptz
      and not exists (select from statement_matches s where s.movement_id = m.id and s.undone_at is null)
    order by abs(m.amount - ${movementAmount}::numeric), m.until_at, m.id`);
  return rows
    .flatMap((movement) => {
      const span = { from: new Date(movement.from), until: new Date(movement.until), amount: movement.amount };
      const reason = offerReason({ bookedOn: day, movementAmount }, span);
      return reason === null ? [] : { ...movement, reason };
    })
    .slice(0, OFFERS);
}

async function historyOf(ctx: Ctx, entryId: string): Promise<EntryEvent[]> {
  const typed = typedTextFor(ctx);
  const { rows } = await ctx.db.execute<
    { by: string | null; at: string; reason: string } & Record<"undoneBy" | "undoneAt" | "undoReason", string | null>
  >(sql`
    select u.name as by, ${ISO(sql`s.matched_at`)} as at, s.reason, x.name as "undoneBy", ${ISO(sql`s.undone_at`)} as "undoneAt",
      s.undo_reason as "undoReason"
    from statement_matches s left join users u on u.id = s.matched_by left join users x on x.id = s.undone_by
    where s.entry_id = ${entryId}`);
  return rows
    .flatMap(({ by, at, reason, undoneBy, undoneAt, undoReason }): EntryEvent[] => [
      { kind: "matched", at, by, reason: typed(reason) },
      ...(undoneAt
        ? [{ kind: "unmatched" as const, at: undoneAt, by: undoneBy, reason: typed(undoReason ?? "") }]
        : []),
    ])
    .toSorted((a, b) => b.at.localeCompare(a.at));
}
