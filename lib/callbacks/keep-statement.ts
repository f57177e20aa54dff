import { REFUSALS, REFUSED_WITH } from "./delivery";

/**
 * Whose address a token is. Every kind of address is one line here: a table with a unique `callback_token`, and the
 * column of `deliveries` that its row goes to. Unguessable tokens never meet, so at most one line answers.
 */
const ADDRESSES = `
  select t.id as transaction_row, null::uuid as registration_row, null::uuid as environment_address
  from transactions t where t.callback_token = came.token and t.environment = came.environment
  union all
  select null, r.id, null
  from registrations r where r.callback_token = came.token and r.environment = came.environment
  union all
  select null, null, a.id
  from callback_addresses a where a.token = came.token and a.environment = came.environment and a.retired_at is null`;

/** Whether the environment takes signed deliveries only; read with the delivery, so that a lock counts at once. */
const LOCKED = `
  select c.locks from signature_lock_changes c
  where c.environment = came.environment and c.applied_at is not null order by c.applied_at desc limit 1`;

const ANSWERED = REFUSALS.map((refusal) => `when '${refusal}' then ${REFUSED_WITH[refusal]}`).join(" ");

/** Whether anybody has this address: for callers of whom it is asked before they are read. */
export const KNOWN = `
  select from (select $1::environment as environment, $2::text as token) came
  cross join lateral (${ADDRESSES}) address`;

/**
 * Keeps a batch in one statement, which is one transaction: finds whose address each came to, refuses what is not
 * signed where that is locked, and writes the rows. What came to an address of nobody is not in the answer.
 *
 * The lists stand in queries of their own, so that nobody who plans this knows their length: a batch of a few would
 * seem cheaper by a plan of its own each time, and making that plan costs as much as keeping ten deliveries.
 */
export const KEEP = `
  with came as (
    select * from unnest(
      (select $1::uuid[]), (select $2::environment[]), (select $3::text[]), (select $4::timestamptz[]),
      (select $5::text[]), (select $6::jsonb[]), (select $7::bytea[]), (select $8::delivery_signature[]),
      (select $9::delivery_refusal[])
    ) as came (id, environment, token, received_at, source_address, headers, body, signature, refusal)
  ), inspected as (
    select came.*, address.*,
      case when came.refusal is null and came.signature = 'absent' and (${LOCKED}) then 'not signed'
        else came.refusal::text end as verdict
    from came cross join lateral (${ADDRESSES}) address
  ), kept as (
    insert into deliveries (id, environment, transaction_row, registration_row, environment_address, received_at,
      source_address, headers, body, signature, refusal, answered)
    select id, environment, transaction_row, registration_row, environment_address, received_at,
      source_address, headers, body, signature, verdict::delivery_refusal, case verdict ${ANSWERED} else 200 end
    from inspected
    returning id, refusal
  )
  select id, refusal from kept`;
