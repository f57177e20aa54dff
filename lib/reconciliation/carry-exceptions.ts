import "server-only";
import { type SQL, sql } from "drizzle-orm";
import {
  ledgerRows,
  reconciliationExceptions,
  reconciliationRows,
  reconciliationRuns,
} from "@/drizzle/schema/reconciliation";
import { transactions } from "@/drizzle/schema/transactions";
import type { Ctx } from "@/lib/auth/context";
import type { Tx } from "@/lib/db/connection";
import { exceptionClasses, exceptionsIn } from "./conditions";
import { isAsBooked } from "./other-runs";

type Run = { id: string; firstDay: string; lastDay: string };
type Carried = { opened: number; matched: number };

/**
 * Brings the exceptions up to a run: those that agree by now are ended, those that are still there keep their owner, reason
 * and history, new ones are opened. In the transaction that finishes the run.
 */
export async function carryExceptions(tx: Tx, ctx: Ctx, run: Run, superseded: string | null): Promise<Carried> {
  // One of an order that is booked twice is not about the order's other row.
  const isUnknown = sql`e.order_id is null and not starts_with(e.identity, 'l:' || e.ledger_key || '@')`;
  const open = sql`e.environment = ${ctx.environment}::environment and e.state = 'open'`;
  const now = sql`${ctx.now().toISOString()}::timestamptz`;
  const matched = sql`state = 'matched', ended_at = ${now}, ended_run = ${run.id}`;
  const rows = sql`(select r.*, l.transaction_id, l.reference_id, l.booked_at from ${reconciliationRows} r
    left join ${ledgerRows} l on l.run_id = r.run_id and l.file = r.file and l.line = r.line where r.run_id = ${run.id})`;
  // Each row by each of its keys, so that the two are joined by hash.
  const byKeys = sql`(select w.*, w.transaction_id as key from ${rows} w where w.order_id is not null and w.transaction_id is not null
    union all select w.*, w.reference_id from ${rows} w where w.order_id is not null and w.reference_id is not null)`;

  // The order or the ledger row agrees with its other side. A row that is not booked yet agrees with no completed order.
  const isAgreeing = sql`r.file is not null and (r.class = 'matched' or r.class = 'across_cutoff' and r.ledger_amount is not null)`;
  const byOrder = await tx.execute(sql`
    update ${reconciliationExceptions} e set ${matched} from ${reconciliationRows} r
    where ${open} and r.run_id = ${run.id} and ${isAgreeing} and e.order_id = r.order_id`);
  const byKey = await tx.execute(sql`
    update ${reconciliationExceptions} e set ${matched} from ${byKeys} r
    where ${open} and ${isUnknown} and ${isAgreeing} and e.ledger_key = r.key`);
  // What was booked too early has been completed since, as it was booked.
  const byStatus = await tx.execute(sql`
    update ${reconciliationExceptions} e set ${matched} from ${transactions} t
    where ${open} and e.class = 'credited_not_completed' and t.id = e.order_id and t.status = 'COMPLETED'
      and exists (select from ${reconciliationRows} x
        where x.order_id = e.order_id and x.run_id = e.last_run and x.identity = e.identity and ${isAsBooked(sql`x`)})
      and not exists (select from ${reconciliationRows} r where r.run_id = ${run.id} and r.identity = e.identity)`);

  // A row whose order was found since is the same exception under the order's name; of several, the oldest.
  await tx.execute(sql`
    update ${reconciliationExceptions} e set identity = named.identity, order_id = named.order_id
    from (select distinct on (r.identity) e.id, r.identity, r.order_id from ${reconciliationExceptions} e join ${byKeys} r on e.ledger_key = r.key
      where ${open} and ${isUnknown} and r.identity is not null
      order by r.identity, e.opened_at, e.identity collate "C") named
    where e.id = named.id
      and not exists (select from ${reconciliationExceptions} o
        where o.environment = e.environment and o.identity = named.identity and o.state = 'open')`);
  await tx.execute(sql`
    update ${reconciliationExceptions} e set class = r.class, currency = r.currency, ledger_amount = r.ledger_amount,
      service_amount = r.service_amount, last_run = ${run.id}
    from ${reconciliationRows} r where ${open} and r.run_id = ${run.id} and r.identity = e.identity`);
  const dayInside = (moment: SQL) => {
    const day = sql`(${moment} at time zone 'Asia/Tokyo')::date`;
    return sql`case when ${day} between ${run.firstDay}::date and ${run.lastDay}::date then ${day} end`;
  };
  const opened = await tx.execute(sql`
    insert into ${reconciliationExceptions} (environment, identity, class, currency, ledger_amount, service_amount, order_id,
      ledger_key, day, first_run, last_run, opened_at)
    select ${ctx.environment}::environment, r.identity, r.class, r.currency, r.ledger_amount, r.service_amount, r.order_id,
      coalesce(r.transaction_id, r.reference_id),
      coalesce(${dayInside(sql`t.ended_at`)}, ${dayInside(sql`r.booked_at`)}, ${run.firstDay}::date), ${run.id}, ${run.id}, ${now}
    from ${rows} r left join ${transactions} t on t.id = r.order_id
    where r.class in ${exceptionClasses}
      -- One that a person has closed stays closed while it is the same difference.
      and not exists (select from ${reconciliationExceptions} e
        where e.environment = ${ctx.environment}::environment and e.identity = r.identity and (e.state = 'open' or (e.state = 'closed'
          and e.class = r.class and e.currency = r.currency and e.ledger_amount is not distinct from r.ledger_amount
          and e.service_amount is not distinct from r.service_amount)))`);
  if (superseded !== null) {
    // One that another run in force still has is that run's from now on. A run that ended before this one was opened had one
    // of its own under that name, which has ended since: a person may have closed it.
    await tx.execute(sql`
      with few as materialized (
        select e.id, e.identity, e.opened_at from ${reconciliationExceptions} e where ${open} and e.last_run = ${superseded}),
      beside as materialized (
        select distinct on (f.id) f.id as exception, r.* from ${reconciliationRuns} o cross join lateral (
            -- The fence keeps the planner from reading all rows of all runs instead of the first ones of each.
            select x.* from ${reconciliationRows} x where x.run_id = o.id and x.position <= ${exceptionsIn(sql`o.figures`)} offset 0) r
          join few f on f.identity = r.identity and o.ended_at >= f.opened_at
        where o.environment = ${ctx.environment}::environment and o.state = 'done' and o.superseded_by is null
          -- No row of any run is read where there is none to give.
          and o.ended_at >= (select min(opened_at) from few)
        order by f.id, o.ended_at desc, o.id)
      update ${reconciliationExceptions} e set class = r.class, currency = r.currency, ledger_amount = r.ledger_amount,
        service_amount = r.service_amount, last_run = r.run_id
      from beside r where e.id = r.exception`);
    await tx.execute(sql`
      update ${reconciliationExceptions} e set state = 'superseded', ended_at = ${now}, ended_run = ${run.id}
      where ${open} and e.last_run = ${superseded}`);
  }
  const count = ({ rowCount }: { rowCount: number | null }) => rowCount ?? 0;
  return { opened: count(opened), matched: count(byOrder) + count(byKey) + count(byStatus) };
}
