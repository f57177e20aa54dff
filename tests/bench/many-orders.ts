import type { Client } from "pg";

/** As many orders as are asked for, one every half minute up to now: a day holds the same in any number of them. */
export const SECONDS_APART = 30;

/** This player has one order in two hundred; each other player a handful. */
export const BUSY_PLAYER = "player-busy";

export const SURNAMES =
  "サトウ スズキ タカハシ タナカ イトウ ワタナベ ヤマモト ナカムラ コバヤシ カトウ ヨシダ ヤマダ ササキ ヤマグチ マツモト イノウエ キムラ ハヤシ サイトウ シミズ ヤマザキ モリ イケダ ハシモト アベ イシカワ ヤマシタ ナカジマ イシイ オガワ マエダ オカダ ハセガワ フジタ ゴトウ コンドウ ムラカミ エンドウ アオキ サカモト";
export const GIVEN =
  "ハルト ユウト ソウタ ハナコ タロウ サクラ ユイ アオイ ヒナタ ミサキ ケンジ マコト ナオキ ヒロシ トモコ ヨウコ ケイコ アキラ シンジ カズオ マサル ノブオ ミナ リョウ ダイスケ ショウタ メグミ アヤ チエ ユミコ";

/**
 * What may be random is a hash of the order's number, so that two runs make the same orders and no two properties go
 * together. Per mille: 900 paid, 40 failed, 30 on their way, 8 closed by operations, the rest never came to anything.
 */
const GENERATE = [
  `create temporary table wanted as
    select n,
      md5('order ' || n)::uuid as id,
      clock_timestamp() - ($ROWS::int - n) * interval '${SECONDS_APART} seconds' as at,
      mod(abs(hashint8extended(n, 1)), 1000) as fate,
      mod(abs(hashint8extended(n, 2)), 100) < 45 as is_deposit,
      mod(abs(hashint8extended(n, 3)), 100) as coin,
      mod(abs(hashint8extended(n, 4)), 100000) as size,
      mod(abs(hashint8extended(n, 5)), 100) as proof,
      mod(abs(hashint8extended(n, 6)), 5) = 0 as is_others,
      mod(abs(hashint8extended(n, 7)), 200) as who,
      account,
      (string_to_array($SURNAMES, ' '))[1 + mod(account, 40)] || '　' || (string_to_array($GIVEN, ' '))[1 + mod(account / 40, 30)] as name,
      lpad(mod(account * 7919, 10000000)::text, 7, '0') as digits
    from (select n, mod(abs(hashint8extended(n, 8)), 50000) as account from generate_series(1, $ROWS::int) n) numbered`,
  `insert into users (id, email, name, role, password_hash)
    values (md5('ops')::uuid, 'ops@bench.example', 'ops', 'ops', 'none') on conflict do nothing`,
  `insert into transactions (id, environment, reference_id, transaction_id, type, currency, amount, fee, net_amount,
      actual_amount, player_id, method, submission, status, status_source, status_at, discrepancy_at, discrepancy_kind,
      callback_token, last_polled_at, next_poll_at, polls, party_name, party_account, created_at, updated_at,
      ended_at, ended_at_source, end_known_at)
    select id, 'sandbox',
      -- Odd, so that no two numbers meet within 32 bits.
      case when is_deposit then 'DP-' else 'WD-' end || to_char(at at time zone 'Asia/Tokyo', 'YYYYMMDD') || '-'
        || lpad(upper(to_hex(mod(n * 2654435761, 4294967296))), 8, '0'),
      case when status is not null then md5('theirs ' || n)::uuid::text end,
      case when is_deposit then 'DEPOSIT' else 'WITHDRAW' end, currency, amount,
      case when status is not null then round(amount / 50, decimals) end,
      case when status is not null then amount - round(amount / 50, decimals) end,
      case when status = 'COMPLETED' then amount end,
      case when who = 7 then '${BUSY_PLAYER}' else 'player-' || mod(account, $ROWS::int / 20 + 1) end, 'BANK_TRANSFER',
      case when not is_others then coalesce(never, 'accepted') end::submission, status,
      case when status is null then null when status = 'SUCCESS' then 'create_answer'
        when proof < 25 then 'signed_callback' else 'query' end::source,
      case when status is not null then at + interval '4 minutes' end,
      case when fate = 0 then at + interval '1 hour' end, case when fate = 0 then 'reports' end::discrepancy_kind,
      md5('token ' || n), at + interval '4 minutes',
      case when status in ('SUCCESS', 'PENDING') then now() + interval '10 minutes' end, 0,
      case when not is_others then name end, case when not is_others then digits end, at, at + interval '4 minutes',
      case when is_final then at + interval '3 minutes' end, case when is_final then 'service' end::ended_at_source,
      case when is_final then at + interval '4 minutes' end
    from (
      select *, status in ('COMPLETED', 'FAILED', 'CANCELLED', 'RESOLVED') as is_final
      from (
        select *,
          case when is_others then null when fate in (1) then 'unknown' when fate = 2 then 'not_created'
            when fate in (3, 4) then 'awaiting_approval' when fate between 5 and 9 then 'rejected'
            when fate between 10 and 13 then 'declined' when fate between 14 and 16 then 'sent_back'
            when fate between 17 and 19 then 'withdrawn' when fate between 20 and 21 then 'expired' end as never,
          case when not is_others and fate between 1 and 21 then null when fate = 0 then 'FAILED'
            when fate < 40 then 'SUCCESS' when fate < 52 then 'PENDING' when fate < 57 then 'CANCELLED'
            when fate < 60 then 'RESOLVED' when fate < 100 then 'FAILED' else 'COMPLETED' end as status,
          case when coin < 80 then 'JPY' when coin < 95 then 'THB' else 'USDT' end as currency,
          case when coin < 80 then 0 else 2 end as decimals,
          case when coin < 80 then (size + 1) * 10 else (size + 1) * 0.05 end as amount
      from wanted) w) w
    order by n`,
  `insert into withdrawals (transaction_row, destination, destination_name, destination_branch_code,
      destination_branch_name, destination_account, destination_account_name, destination_account_type, digest,
      approvers_needed, requested_by, requested_at, payee_key, approval_basis, approval_amount)
    select id, lpad(mod(account, 30)::text, 4, '0'), 'ミズホ', lpad(mod(account, 900)::text, 3, '0'), 'シンジュク',
      digits, name, '1', md5(n::text) || md5(n::text), 0, md5('ops')::uuid, at,
      digits, 'payout', amount
    from wanted join transactions using (id) where not is_deposit and not is_others order by n`,
  `insert into deposits (transaction_row, payer_account_name, payer_account, digest, requested_by, requested_at)
    select id, name, digits, md5(n::text) || md5(n::text), md5('ops')::uuid, at
    from wanted where is_deposit and not is_others order by n`,
  `insert into exchanges (id, environment, transaction_row, purpose, path, request_body, sent_at, answered_at,
      http_status, headers, body, service_time)
    select md5('sent ' || n)::uuid, 'sandbox', id, 'create', '/withdrawal', '{}', at, at + interval '1 second', 200,
      '{}', '{"status":"SUCCESS"}', at
    from wanted where not is_others and fate not between 1 and 21 order by n`,
  `insert into attempts (id, transaction_row, number, nonce, signed_at, path, body, claimed_at, outcome, ended_at, exchange_id)
    select md5('tried ' || n)::uuid, id, 1, md5('nonce ' || n), at, '/withdrawal', '{}', at,
      case when fate = 1 then 'unknown' else 'accepted' end::attempt_outcome, at + interval '1 second',
      case when fate <> 1 then md5('sent ' || n)::uuid end
    from wanted where not is_others and (fate = 1 or fate not between 1 and 21) order by n`,
  `insert into reports (transaction_row, at, source, status, verdict, exchange_id)
    select id, at, 'create_answer', 'SUCCESS', 'moved', md5('sent ' || n)::uuid
    from wanted where not is_others and fate not between 1 and 21 order by n`,
  `insert into reports (transaction_row, at, source, status, verdict)
    select w.id, at + interval '4 minutes', status_source, status, 'moved'
    from wanted w join transactions t on t.id = w.id where status <> 'SUCCESS' order by n`,
  `insert into audit_events (at, environment, actor_kind, actor_id, actor_name, action, subject, detail)
    select at, 'sandbox', 'user', md5('ops'), 'ops',
      case when is_deposit then 'deposit.requested' else 'withdrawal.requested' end, reference_id, '{}'
    from wanted w join transactions t on t.id = w.id where not is_others order by n`,
  "drop table wanted",
];

const TABLES = ["transactions", "withdrawals", "deposits", "exchanges", "attempts", "reports", "audit_events"];

/**
 * Fills an empty, migrated database with orders and all that is known about them; the connection is a superuser's.
 * Triggers and foreign keys are passed over, and indexes are rebuilt afterwards: a million take a few minutes.
 */
export async function fillWithOrders(client: Client, rows: number): Promise<void> {
  const { rows: indexes } = await client.query<{ name: string; made: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as made
     from pg_index where indrelid = any($1::regclass[])
       and not exists (select from pg_constraint where conindid = indexrelid)`,
    [TABLES],
  );
  await client.query("set session_replication_role = replica");
  for (const { name } of indexes) await client.query(`drop index ${name}`);
  const words: Record<string, string> = { ROWS: String(rows), SURNAMES: `'${SURNAMES}'`, GIVEN: `'${GIVEN}'` };
  for (const statement of GENERATE) {
    await client.query(statement.replaceAll(/\$([A-Z]+)/g, (_all, word: string) => words[word] ?? ""));
  }
  for (const { made } of indexes) await client.query(made);
  await client.query("set session_replication_role = default");
  // The orders were made without triggers.
  await client.query(
    `insert into party_names
      select environment, name_key(name), array_to_string(name_words(name), ' '), name_near(name)
      from (select distinct environment, party_name as name from transactions where party_name is not null) named`,
  );
  for (const table of [...TABLES, "party_names", "party_near"]) await client.query(`vacuum (analyze) ${table}`);
}
