import "server-only";
import { and, eq, gte, inArray, isNull, lte, ne, or, type SQL, sql } from "drizzle-orm";
import {
  ledgerRows,
  reconciliationExceptions,
  reconciliationRows,
  reconciliationRuns,
} from "@/drizzle/schema/reconciliation";
import { transactions } from "@/drizzle/schema/transactions";
import type { Ctx } from "@/lib/auth/context";
import type { List } from "@/lib/db/keyset";
import { CLASSES, EXCEPTION_CLASSES, type RowClass } from "./classes";
import type { RowsAsked, RunFigures } from "./schema";
import type { Decision } from "./state";

/** This run, of the reader's environment. */
export const isRun = ({ environment }: Pick<Ctx, "environment">, runId: string) =>
  and(eq(reconciliationRuns.id, runId), eq(reconciliationRuns.environment, environment));

const counts = ({ environment }: Pick<Ctx, "environment">) =>
  and(
    ...[eq(reconciliationRuns.environment, environment), eq(reconciliationRuns.state, "done")],
    isNull(reconciliationRuns.supersededBy),
  );

/** The run of exactly these days whose result counts. */
export const isInForce = (ctx: Pick<Ctx, "environment">, firstDay: string, lastDay: string) =>
  and(counts(ctx), eq(reconciliationRuns.firstDay, firstDay), eq(reconciliationRuns.lastDay, lastDay));

/** The runs with this day whose results count. */
export const isInForceOn = (ctx: Pick<Ctx, "environment">, day: string) =>
  and(counts(ctx), lte(reconciliationRuns.firstDay, day), gte(reconciliationRuns.lastDay, day));

/**
 * Longer runs with all of these days whose results count. Of those that begin in one month, its package counts the longer
 * one (`runsOf` in lib/months).
 */
export const isInForceAround = (ctx: Pick<Ctx, "environment">, firstDay: string, lastDay: string) =>
  and(
    ...[counts(ctx), lte(reconciliationRuns.firstDay, firstDay), gte(reconciliationRuns.lastDay, lastDay)],
    gte(reconciliationRuns.firstDay, `${firstDay.slice(0, 7)}-01`),
    or(ne(reconciliationRuns.firstDay, firstDay), ne(reconciliationRuns.lastDay, lastDay)),
  );

export function runList({ environment }: Ctx): List {
  const { id, startedAt } = reconciliationRuns;
  return {
    ...{ from: reconciliationRuns, id, isDescending: true },
    keys: [
      { value: startedAt, type: "timestamptz" },
      { value: id, type: "uuid" },
    ],
    where: [eq(reconciliationRuns.environment, environment)],
  };
}

/** The newest exception that a row is: one that was ended and opened again is two. */
export const exceptionOfRow = (environment: SQL) => sql`(
  select e.* from ${reconciliationExceptions} e
  where e.environment = ${environment} and e.identity = ${reconciliationRows.identity}
  order by e.opened_at desc limit 1)`;

/** The classes that a person has to find out about, as the database lists them. */
export const exceptionClasses = sql`(${sql.join(
  EXCEPTION_CLASSES.map((one) => sql`${one}::reconciliation_class`),
  sql`, `,
)})`;

/** How many rows of a run are exceptions, by its figures: these are its first ones. */
export const exceptionsIn = (figures: SQL): SQL => sql`(
  select coalesce(sum((c ->> 'count')::int), 0) from jsonb_array_elements(${figures} -> 'classes') c
  where (c ->> 'class')::reconciliation_class in ${exceptionClasses})`;

/** The rows of a run that a list shows, in the order of their classes. */
export function rowList(ctx: Ctx, figures: RunFigures, { anchor, ...asked }: RowsAsked): List {
  const { runId, class: shown, q, owner, decision } = asked;
  const { position } = reconciliationRows;
  const whole = rangeOf(figures, shown === "exceptions" ? EXCEPTION_CLASSES : [shown]);
  const range = q === "" ? aroundAnchor(whole, anchor) : whole;
  return {
    ...{ from: reconciliationRows, id: sql`${position}::text`, isDescending: false },
    keys: [{ value: position, type: "numeric" }],
    where: [
      and(eq(reconciliationRows.runId, runId), gte(position, String(range.first)), lte(position, String(range.last))),
    ],
    narrow: [q === "" ? undefined : namedBy(ctx, runId, q)],
    filters: [owner || decision ? worked(ctx, owner, decision) : undefined],
  };
}

type Range = { first: number; last: number };

/** More rows than a page ever searches. */
const REACH = 10_001;

/** Positions have no gaps: a page lies near its anchor, and the planner need not guess how many rows a class has. */
function aroundAnchor({ first, last }: Range, anchor: RowsAsked["anchor"]): Range {
  const at = Number(anchor?.place ?? first);
  if (!Number.isFinite(at)) return { first, last };
  const from = anchor?.kind === "before" ? at - REACH : at;
  return { first: Math.max(first, from), last: Math.min(last, at + REACH) };
}

/** Classes stand one after another, so that several of them are one range of positions. */
export function rangeOf({ classes }: RunFigures, wanted: readonly RowClass[]): Range {
  const counts = CLASSES.map((one) =>
    classes.filter((figures) => figures.class === one).reduce((sum, { count }) => sum + count, 0),
  );
  const [from, to] = [CLASSES.indexOf(wanted[0] ?? "matched"), CLASSES.indexOf(wanted.at(-1) ?? "matched")];
  const until = (end: number) => counts.slice(0, end).reduce((sum, count) => sum + count, 0);
  return { first: until(from) + 1, last: until(to + 1) };
}

function namedBy({ db, environment }: Ctx, runId: string, q: string): SQL | undefined {
  const { transactionId, referenceId, id } = transactions;
  const orders = db
    .select({ id })
    .from(transactions)
    .where(and(eq(transactions.environment, environment), or(eq(referenceId, q), eq(transactionId, q))));
  const lines = sql`(select file, line from ${ledgerRows} where run_id = ${runId} and ${q} in (transaction_id, reference_id, player_id))`;
  return or(
    inArray(reconciliationRows.orderId, orders),
    sql`(${reconciliationRows.file}, ${reconciliationRows.line}) in ${lines}`,
  );
}

function worked({ environment, actor }: Ctx, owner: RowsAsked["owner"], decisions: Decision[] | undefined): SQL {
  const byOwner =
    owner === undefined ? sql`true` : owner === "mine" ? sql`x.owner = ${actor.id}` : sql`x.owner is null`;
  const is = decisions?.map((decision) => DECIDED[decision]) ?? [sql`true`];
  return sql`exists (select from ${exceptionOfRow(sql`${environment}::environment`)} x where ${byOwner} and (${sql.join(is, sql` or `)}))`;
}

/** `decisionOf` in the words of the database. */
const DECIDED: Record<Decision, SQL> = {
  open: sql`(x.state = 'open' and x.owner is null and x.reason is null)`,
  in_work: sql`(x.state = 'open' and x.owner is not null and x.reason is null)`,
  explained: sql`(x.state = 'open' and x.reason is not null)`,
  matched: sql`x.state = 'matched'`,
  closed: sql`x.state = 'closed'`,
  superseded: sql`x.state = 'superseded'`,
};
