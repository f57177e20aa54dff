import "server-only";
import { type SQL, sql } from "drizzle-orm";
import { ledgerRows, reconciliationRows, type reconciliationRuns } from "@/drizzle/schema/reconciliation";
import { transactions } from "@/drizzle/schema/transactions";
import type { Ctx } from "@/lib/auth/context";
import type { Tx } from "@/lib/db/connection";
import { CLASS_BY_BITS, CLASSES, EXCEPTION_CLASSES, FACTS, type Fact, NO_CLASS } from "./classes";
import type { LedgerMapping } from "./ledger-mapping";
import {
  amountBy,
  amountByRun,
  bookedElsewhere,
  carriedOver,
  isAsBooked,
  isBookedBefore,
  isNextDone,
} from "./other-runs";
import type { ClassFigures, RunFigures } from "./schema";
import { CUTOFF_MINUTES } from "./state";

type Run = Pick<typeof reconciliationRuns.$inferSelect, "id" | "firstDay" | "lastDay" | "rows" | "brokenRows">;
type Period = { from: Date; before: Date };

/** With so many rows each is looked up by hash: a fresh table has no statistics that would say so. */
const MANY_ROWS = 20_000;

/**
 * Joins the ledger's rows with orders and writes the result, in the caller's transaction. A key joins one row with one
 * order or nothing; the class of each line is decided by `classOf`, asked for every set of facts.
 */
export async function matchRun(
  tx: Tx,
  ctx: Ctx,
  run: Run,
  mapping: LedgerMapping,
  period: Period,
): Promise<{ figures: RunFigures; digest: string }> {
  await tx.execute(sql`set local work_mem = '64MB'`);
  if (run.rows > MANY_ROWS) await tx.execute(sql`set local enable_nestloop = off`);
  await tx.execute(insertResult(ctx, run, mapping, period));
  await tx.execute(sql`set local enable_nestloop = on`);
  const { classes, compared } = await classFigures(tx, run.id);
  const outside = run.rows - run.brokenRows - compared;
  return { figures: { classes, outside }, digest: await digestOf(tx, run.id) };
}

const at = (moment: Date) => sql`${moment.toISOString()}::timestamptz`;

function insertResult(ctx: Ctx, run: Run, { columns, rule, basis }: LedgerMapping, { from, before }: Period): SQL {
  const environment = sql`${ctx.environment}::environment`;
  const orders = sql`(select t.id, t.transaction_id, t.reference_id, t.type, t.currency, ${amountBy(basis)} as amount, t.player_id,
      t.status is not distinct from 'COMPLETED' as is_completed, t.ended_at
    from ${transactions} t where t.environment = ${environment})`;
  const elsewhere = (order: SQL, isAny: SQL) => bookedElsewhere(environment, run, order, isAny);
  const none = sql`(select * from ${orders} none where false)`;
  const byTransaction = columns.transactionId === undefined ? none : orders;
  const byReference = columns.referenceId === undefined ? none : orders;
  const isInside = (moment: SQL) => sql`(${moment} >= ${at(from)} and ${moment} < ${at(before)})`;
  const day = (moment: SQL) => sql`(${moment} at time zone 'Asia/Tokyo')::date`;
  const near = new Date(before.getTime() - CUTOFF_MINUTES * 60_000);
  const field = (name: string) =>
    sql.raw(`case when t1.id is not null then t1.${name} else t2.${name} end as o_${name}`);
  // A constant: `enum_range` would look the values up for each row.
  const classes = sql.param(`{${CLASSES.join()}}`);
  return sql`
  with l as (
    select file, line, transaction_id, reference_id, player_id, type, currency, amount, is_booked, booked_at
    from ${ledgerRows} where run_id = ${run.id} and problems is null
  ), found as materialized (
    select l.*, coalesce(t1.id, t2.id) as named,
      coalesce(t1.id <> t2.id, false)
        or coalesce(t1.id is null and l.transaction_id is not null and t2.transaction_id is not null, false) as is_contradictory,
      ${sql.join(["reference_id", "type", "currency", "amount", "is_completed", "ended_at"].map(field), sql`, `)},
      case when not l.is_booked and coalesce(t1.is_completed, t2.is_completed)
        then ${elsewhere(sql`coalesce(t1.id, t2.id)`, sql`false`)} end as elsewhere,
      l.is_booked and coalesce(t1.id, t2.id) is not null
        and ${isBookedBefore(environment, run, sql`coalesce(t1.id, t2.id)`, sql`l.booked_at`)} as is_booked_before
    from l
      left join ${byTransaction} t1 on t1.transaction_id = l.transaction_id
      left join ${byReference} t2 on t2.reference_id = l.reference_id
  ), doubtful as materialized (
    select named from found where named is not null group by named having count(*) > 1 or bool_or(is_contradictory)
  ), decided as not materialized (
    select found.*, doubtful.named is not null as is_ambiguous,
      coalesce(transaction_id, reference_id, concat_ws(' ', player_id, type, currency, amount, booked_at)) as ledger_key,
      booked_at is null or ${isInside(sql`booked_at`)} as is_inside,
      case when doubtful.named is null and not is_booked_before then found.named end as order_id
    from found left join doubtful on doubtful.named = found.named
  ), candidates as (
    select o.* from ${orders} o where o.is_completed and ${isInside(sql`o.ended_at`)}
    union all
    select o.* from ${orders} o where o.is_completed and not ${isInside(sql`o.ended_at`)}
      and o.id in (${carriedOver(environment, run)})
  ), unjoined as materialized (
    select c.*, doubtful.named is not null as is_ambiguous,
      ${elsewhere(sql`c.id`, sql`again.named is not null`)} as elsewhere
    from candidates c
      left join (select order_id from decided where order_id is not null) d on d.order_id = c.id
      left join doubtful on doubtful.named = c.id
      left join (select distinct named from found where is_booked_before) again on again.named = c.id
    where d.order_id is null
  ), ruled as materialized (${
    rule === "none"
      ? sql`select null::smallint as file, null::int as line, null::uuid as order_id where false`
      : sql`select min(file)::smallint as file, min(line) as line, (array_agg(id))[1] as order_id from (
          select player_id, type, currency, amount, ${day(sql`booked_at`)} as day, file, line, null::uuid as id
            from decided where named is null and transaction_id is null and reference_id is null
          union all
          select player_id, type, currency, amount, ${day(sql`ended_at`)}, null, null, id from unjoined where not is_ambiguous
        ) sides group by player_id, type, currency, amount, day having count(id) = 1 and count(line) = 1`
  }), lines as (
    select d.file, d.line, d.ledger_key, d.is_booked, d.is_inside, d.booked_at, d.amount as ledger_amount, d.order_id,
      d.currency as currency, d.o_reference_id as reference, d.reference_id as l_reference, d.o_amount as order_amount,
      coalesce(d.o_is_completed, false) as is_completed, d.o_ended_at as ended_at, d.o_type as order_type,
      d.o_type = d.type as is_same_type, d.o_currency = d.currency as is_same_currency, d.is_ambiguous, false as by_rule,
      1::bigint as same_key, d.elsewhere, false as is_booked_before
    from decided d where d.order_id is not null
    union all
    select d.file, d.line, d.ledger_key, d.is_booked, d.is_inside, d.booked_at, d.amount, u.id, d.currency, u.reference_id,
      d.reference_id, u.amount, coalesce(u.is_completed, false), u.ended_at, u.type, true, true, d.is_ambiguous, u.id is not null,
      row_number() over (partition by d.ledger_key order by d.amount, d.booked_at, d.file, d.line),
      case when not d.is_booked then u.elsewhere end, d.is_booked_before
    from decided d
      left join ruled r on r.file = d.file and r.line = d.line
      left join unjoined u on u.id = r.order_id
    where d.order_id is null
    union all
    select null, null, null, false, false, null, null, u.id, u.currency, u.reference_id, null, u.amount, true, u.ended_at, u.type,
      true, true, u.is_ambiguous, false, 1, u.elsewhere, false
    from unjoined u left join ruled r on r.order_id = u.id where r.order_id is null
  ), compared as (
    select lines.*, (elsewhere).run_id is not null as is_elsewhere,
      case when (elsewhere).run_id is null then is_same_type and is_same_currency and ledger_amount = order_amount
        -- What is different there is the exception of that run, unless it was not completed then.
        when (elsewhere).class <> 'credited_not_completed' then true
        else (select ${isAsBooked(sql`(lines.elsewhere)`)} from ${transactions} t where t.id = lines.order_id) end as is_same
    from lines
  ), classed as (
    select compared.*, is_elsewhere and not is_same as differs_elsewhere, get_byte(${Buffer.from(CLASS_BY_BITS)}::bytea, ${bitsIn(
      {
        hasLedger: sql`line is not null`,
        hasOrder: sql`order_id is not null`,
        isBooked: sql`is_booked`,
        isCompleted: sql`is_completed`,
        isDeposit: sql`order_type = 'DEPOSIT'`,
        isSame: sql`is_same`,
        isLedgerInside: sql`is_inside`,
        isOrderInside: sql`is_completed and ${isInside(sql`ended_at`)}`,
        isNearEnd: sql`is_completed and ended_at >= ${at(near)} and ended_at < ${at(before)} and not ${isNextDone(environment, run)}`,
        isJoinedElsewhere: sql`is_elsewhere`,
        isCarriedOver: sql`is_completed and order_id in (${carriedOver(environment, run)})`,
      },
    )}) as place
    from compared
    -- Without this fence the expression would be computed for each of its uses.
    offset 0
  )
  insert into ${reconciliationRows} (run_id, position, class, currency, ledger_amount, service_amount, mark, file, line, order_id, identity)
  select ${run.id}::uuid,
    row_number() over (order by place, currency, coalesce(ended_at, booked_at), coalesce(reference, l_reference, ledger_key) collate "C",
      ledger_amount, booked_at, file, line),
    (${classes}::reconciliation_class[])[1 + place],
    case when differs_elsewhere then (elsewhere).currency else currency end,
    case when differs_elsewhere then (elsewhere).ledger_amount when is_booked then ledger_amount end,
    -- What is of another type or currency cannot be set off against the ledger's amount.
    case when not is_completed then null
      when differs_elsewhere then case when coalesce((elsewhere).mark in ('type', 'currency'), false) then null
        else (select ${amountByRun(sql`(classed.elsewhere).run_id`)} from ${transactions} t where t.id = classed.order_id) end
      when is_same_type and is_same_currency then order_amount end,
    case when differs_elsewhere then coalesce((elsewhere).mark, 'booked_elsewhere') when is_ambiguous then 'ambiguous'
      when is_booked_before then 'booked_before' when by_rule then 'by_rule'
      when order_id is null then null
      when not is_same_type then 'type' when not is_same_currency then 'currency' end,
    file, line, order_id,
    case when place >= ${EXCEPTION_CLASSES.length}::int then null
      when order_id is not null then 'o:' || order_id
      when is_booked_before and not is_ambiguous then 'l:' || ledger_key || '@' || extract(epoch from booked_at)
      else 'l:' || ledger_key || coalesce('#' || nullif(same_key, 1), '') end
  from classed where place <> ${NO_CLASS}::int`;
}

const bitsIn = (facts: Record<Fact, SQL>): SQL =>
  sql.join(
    FACTS.map((fact, at) => sql`case when ${facts[fact]} then ${sql.raw(String(1 << at))} else 0 end`),
    sql` + `,
  );

/** `compared`: lines of the ledger among the rows. */
async function classFigures(tx: Tx, runId: string): Promise<{ classes: ClassFigures[]; compared: number }> {
  const { rows } = await tx.execute<ClassFigures & { lines: number }>(sql`
    select class, currency, count(*)::int as count, coalesce(sum(ledger_amount), 0)::text as ledger,
      coalesce(sum(service_amount), 0)::text as service,
      coalesce(sum(abs(coalesce(ledger_amount, 0) - coalesce(service_amount, 0))), 0)::text as difference,
      coalesce(sum(coalesce(service_amount, ledger_amount)), 0)::text as moved, count(file)::int as lines
    from ${reconciliationRows} where run_id = ${runId} group by class, currency`);
  const rank = ({ class: one }: ClassFigures) => CLASSES.indexOf(one);
  const inOrder = rows.toSorted((a, b) => rank(a) - rank(b) || (a.currency < b.currency ? -1 : 1));
  return {
    classes: inOrder.map(({ lines: _lines, ...figures }) => figures),
    compared: rows.reduce((sum, { lines }) => sum + lines, 0),
  };
}

/** SHA-256 over the rows in their order, without where they stood in a file: the same however the ledger was sorted or split. */
async function digestOf(tx: Tx, runId: string): Promise<string> {
  const { rows } = await tx.execute<{ digest: string }>(sql`
    select encode(sha256(coalesce(string_agg(row, ''::bytea order by position), ''::bytea)), 'hex') as digest
    from (
      select position, sha256(convert_to(concat_ws('|', class, currency, coalesce(ledger_amount::text, '-'),
        coalesce(service_amount::text, '-'), coalesce(mark, '-'), coalesce(order_id::text, '-'), coalesce(identity, '-')), 'UTF8')) as row
      from ${reconciliationRows} where run_id = ${runId}) rows`);
  return rows[0]?.digest ?? "";
}
