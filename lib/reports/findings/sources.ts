import "server-only";
import { type SQL, sql } from "drizzle-orm";
import type { Environment } from "@/lib/environment";
import type { ExceptionClass } from "@/lib/reconciliation/classes";
import { tokyoDaysRange } from "@/lib/time";
import type { Finding, FindingsFilter } from "./kinds";

type Of = { environment: Environment; filter: FindingsFilter };

const mayPay = sql.raw("submission is null or submission not in ('declined', 'stopped')");
const earlier = sql.raw("order by created_at, id rows between unbounded preceding and 1 preceding");

/** Every row of a finding: at, reference, currency, amount, outcome, link. */
export function sourceOf(finding: Finding, of: Of): SQL {
  const { environment, filter } = of;
  const { from, before } = tokyoDaysRange(filter);
  const within = (at: SQL) => sql`${at} >= ${from} and ${at} < ${before}`;
  const ofOrder = sql`t.reference_id as reference, t.currency, t.amount, t.display_status as outcome, null::text as link`;
  switch (finding) {
    case "double_payouts":
      // Not the one that is asked for in place of another that came to nothing: one that was declined or stopped makes no
      // later one a repeat, and may be one. The account of an order of another system is not known.
      return sql`
        select t.created_at as at, ${ofOrder} from (
          select t.*, w.payee_key,
            max(created_at) filter (where ${mayPay}) over (partition by currency, amount, player_id ${earlier}) as same_player,
            max(created_at) filter (where ${mayPay}) over (partition by currency, amount, payee_key ${earlier}) as same_account
          from transactions t left join withdrawals w on w.transaction_row = t.id
          where environment = ${environment} and type = 'WITHDRAW' and created_at >= ${from}::timestamptz - interval '24 hours'
            and created_at < ${before}
            and display_status not in ('FAILED', 'CANCELLED', 'RESOLVED', 'rejected', 'not_created')
            and (submission is null or submission not in ('sent_back', 'withdrawn', 'expired'))
        ) t
        where t.created_at >= ${from}
          and ((t.player_id is not null and t.created_at - t.same_player <= interval '24 hours')
            or (t.payee_key is not null and t.created_at - t.same_account <= interval '24 hours'))`;
    case "unknown_outcomes":
      return sql`
        select t.created_at as at, ${ofOrder} from transactions t
        where t.environment = ${environment} and t.submission is not null and ${within(sql`t.created_at`)}
          and exists (select from attempts a where a.transaction_row = t.id and a.outcome = 'unknown')`;
    case "stopped_payouts":
      return sql`
        select t.created_at as at, ${ofOrder} from transactions t
        where t.environment = ${environment} and t.type = 'WITHDRAW' and t.submission in ('declined', 'stopped')
          and ${within(sql`t.created_at`)}`;
    case "forged_callbacks":
      return sql`
        select d.received_at as at, coalesce(d.reference_id, t.reference_id) as reference, null::text as currency,
          null::numeric as amount, null::text as outcome, null::text as link
        from deliveries d left join transactions t on t.id = d.transaction_row
        where d.environment = ${environment} and d.refusal = 'wrong_signature' and ${within(sql`d.received_at`)}`;
    case "false_paid_callbacks":
      // Each order once, however often it was said.
      return sql`
        select distinct on (t.id) d.received_at as at, ${ofOrder}
        from deliveries d join transactions t on t.id = d.transaction_row
        where d.environment = ${environment} and d.signature = 'absent' and d.effect in ('asked', 'repeat')
          and d.said ->> 'status' = 'COMPLETED' and t.status is distinct from 'COMPLETED' and ${within(sql`d.received_at`)}
        order by t.id, d.received_at`;
    case "contradicting_callbacks":
      return sql`
        select d.received_at as at, ${ofOrder} from deliveries d join transactions t on t.id = d.transaction_row
        where d.environment = ${environment} and d.effect in ('contested', 'mismatch') and ${within(sql`d.received_at`)}`;
    case "missing_callbacks":
      return sql`
        select t.ended_at as at, ${ofOrder} from transactions t
        where t.environment = ${environment} and t.status = 'COMPLETED' and ${within(sql`t.ended_at`)}
          and not exists (select from deliveries d where d.transaction_row = t.id and d.refusal is null)`;
    case "discrepancies":
      return sql`
        select distinct on (t.id) c.at, t.reference_id as reference, t.currency, t.amount,
          case when t.resolved_at is null then 'open' else 'resolved' end as outcome, null::text as link
        from discrepancies c join transactions t on t.id = c.transaction_row
        where t.environment = ${environment} and ${within(sql`c.at`)} order by t.id, c.at`;
    case "balance_movements":
      return sql`
        select m.until_at as at, null::text as reference, m.currency, abs(m.amount) as amount, null::text as outcome,
          m.id::text as link
        from balance_movements m
        where m.environment = ${environment} and m.explained_at is null and ${within(sql`m.until_at`)}`;
    case "kyc_failed":
      return sql`
        select r.status_at as at, r.player_id as reference, null::text as currency, null::numeric as amount,
          case when r.superseded_at is null then r.status else 'registered_again' end as outcome, null::text as link
        from registrations r
        where r.environment = ${environment} and r.status in ('FAILED', 'EXPIRED') and ${within(sql`r.status_at`)}`;
    default:
      return exceptionsOf(finding, of);
  }
}

/** One that an earlier run found on the same days and a better file does not have is none. */
const exceptionsOf = (found: ExceptionClass, { environment, filter: { from, to } }: Of): SQL => sql`
  select e.opened_at as at, coalesce(t.reference_id, e.ledger_key) as reference, e.currency,
    case when e.class = 'amount_differs' then abs(coalesce(e.ledger_amount, 0) - coalesce(e.service_amount, 0))
      else coalesce(e.ledger_amount, e.service_amount) end as amount,
    e.state::text as outcome, e.last_run::text as link
  from reconciliation_exceptions e left join transactions t on t.id = e.order_id
  where e.environment = ${environment} and e.class = ${found} and e.state <> 'superseded'
    and e.day >= ${from} and e.day <= ${to}`;
