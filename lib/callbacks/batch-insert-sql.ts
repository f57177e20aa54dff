import { isDecided, KYC_STATUSES } from "@/lib/kyc/state";
import { REFUSALS, REFUSED_WITH } from "./delivery";

const DECIDED = KYC_STATUSES.filter(isDecided).map((status) => `'${status}'`);

/** A registration that the service has decided may still expire, of which some callbacks are kept. */
const REGISTRATION_IS_OPEN = `(r.superseded_at is null and (r.status is null or r.status not in (${DECIDED.join(", ")})))`;

const ORDER_IS_OPEN = "(t.status is null or t.status not in ('COMPLETED', 'FAILED'))";

/**
 * Resolves a token to the owner of its address, and whether a callback there can still change anything. Each kind of
 * address is one line: a table with a unique `callback_token`, and the foreign key in `deliveries`. Tokens are random,
 * so at most one line matches.
 */
const ADDRESSES = `
  select t.id as transaction_row, null::uuid as registration_row, null::uuid as environment_address,
    ${ORDER_IS_OPEN} as is_open, t.status as held_status
  from transactions t where t.callback_token = came.token and t.environment = came.environment
  union all
  select null, r.id, null, ${REGISTRATION_IS_OPEN}, r.status
  from registrations r where r.callback_token = came.token and r.environment = came.environment
  union all
  select null, null, a.id, null, null
  from callback_addresses a where a.token = came.token and a.environment = came.environment and a.retired_at is null`;

const worthOf = (isOpen: string, isSame: string) =>
  `case when ${isOpen} then 'open' when ${isSame} then 'known' else 'junk' end`;

/** A superseded registration says nothing about the player. */
const SAME_AS_REGISTRATION = "bool_and(r.status = came.status) filter (where r.superseded_at is null)";

/** For the environment's shared address: the class of an unsigned delivery by the order or player that it names. */
const WORTH_BY_NAME = `
  case came.names when 'player' then (
    select ${worthOf(`bool_or(${REGISTRATION_IS_OPEN})`, SAME_AS_REGISTRATION)} from registrations r
    where r.environment = came.environment and r.player_id in (came.name, came.other_name))
  else (
    select ${worthOf(`bool_or(${ORDER_IS_OPEN})`, "bool_and(t.status = came.status)")} from (
      select status from transactions where environment = came.environment and reference_id = came.name
      union all
      select status from transactions where environment = came.environment and transaction_id = came.other_name) t)
  end`;

/**
 * Whether the environment accepts signed deliveries only. Read in the same statement, so that a lock takes effect
 * immediately.
 */
const LOCKED = `
  select (p.change ->> 'locks')::boolean from proposals p
  where p.kind = 'signature_lock' and p.environment = came.environment and p.applied_at is not null
  order by p.applied_at desc limit 1`;

const ANSWERED = REFUSALS.map((refusal) => `when '${refusal}' then ${REFUSED_WITH[refusal]}`).join(" ");

/**
 * The class of each delivery. `proven`: signed. `open`: about a record that is not final. `known`: repeats the status of
 * a final record. `junk`: refused, about no record of ours, or another status than that of a final one.
 */
const WORTH = `
  case when verdict is not null then 'junk'
    when signature = 'valid' then 'proven'
    when is_open is not null then ${worthOf("is_open", "held_status = status")}
    else ${WORTH_BY_NAME} end`;

const INSPECTED = `
  select came.*, address.*,
    case when came.refusal is null and came.signature = 'absent' and (${LOCKED}) then 'not_signed'
      else came.refusal::text end as verdict
  from came cross join lateral (${ADDRESSES}) address`;

/** Whether this token exists, for senders whose token is checked before the body is read. */
export const KNOWN = `
  select from (select $1::environment as environment, $2::text as token) came
  cross join lateral (${ADDRESSES}) address`;

/** The class that each delivery of a batch would get, for addresses over their quota. */
export const CLASSIFY = `
  with came as (
    select * from unnest(
      (select $1::environment[]), (select $2::text[]), (select $3::delivery_signature[]),
      (select $4::delivery_refusal[]), (select $5::text[]), (select $6::text[]), (select $7::text[]), (select $8::text[])
    ) with ordinality as came (environment, token, signature, refusal, names, name, other_name, status, number)
  ), inspected as (${INSPECTED})
  select number::int - 1 as index, verdict as refusal, ${WORTH} as worth from inspected came`;

/**
 * Inserts a batch in one statement, which is one transaction: resolves tokens, refuses unsigned deliveries where
 * signatures are required, and writes the rows. Unknown tokens return no row. A batch that is sent again because its
 * answer was lost is stored once. The arrays stand in subqueries, so that PostgreSQL reuses one generic plan; planning
 * for each batch costs as much as ten inserts.
 */
export const BATCH_INSERT = `
  with came as (
    select * from unnest(
      (select $1::uuid[]), (select $2::environment[]), (select $3::text[]), (select $4::timestamptz[]),
      (select $5::text[]), (select $6::jsonb[]), (select $7::bytea[]), (select $8::delivery_signature[]),
      (select $9::delivery_refusal[]), (select $10::text[]), (select $11::text[]), (select $12::text[]),
      (select $13::text[])
    ) as came (id, environment, token, received_at, source_address, headers, body, signature, refusal,
      names, name, other_name, status)
  ), inspected as (${INSPECTED}), kept as (
    insert into deliveries (id, environment, transaction_row, registration_row, environment_address, received_at,
      source_address, headers, body, signature, refusal, answered)
    select id, environment, transaction_row, registration_row, environment_address, received_at,
      source_address, headers, body, signature, verdict::delivery_refusal, case verdict ${ANSWERED} else 200 end
    from inspected
    on conflict (id) do nothing
  )
  select id, verdict as refusal, ${WORTH} as worth, environment_address is not null as is_shared,
    coalesce(environment_address, transaction_row, registration_row) as address
  from inspected came`;
