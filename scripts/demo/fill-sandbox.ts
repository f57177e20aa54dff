import type { Pool } from "pg";
import { inTransaction, type Sql } from "@/sandbox/database";
import { openAccountsIn } from "@/sandbox/ledger/accounts";
import type { SettingsChange } from "@/sandbox/merchants/registry";
import { bookingsOf, openingOf } from "./books";
import { type History, makeHistory } from "./history";
import { callbackUrlOf, callOf, kycCallOf, type Service, serviceOrder } from "./service";

export type Filled = { until: Date; appUrl: string };

/**
 * Fills the books of a sandbox that has none yet with a made-up history up to now, in one transaction. Returns what it
 * was filled with, also where that was earlier; null where the sandbox has orders or accounts of its own.
 */
export function fillSandbox(pool: Pool, service: Service, now: Date): Promise<Filled | null> {
  const { merchant, appUrl } = service;
  return inTransaction(pool, async (sql) => {
    await sql.query("select pg_advisory_xact_lock(hashtext('sandbox demo history'))");
    const { rows } = await sql.query<Filled>(`select until, app_url as "appUrl" from demo_history`);
    if (rows[0]) return rows[0];
    const used = await sql.query("select from accounts union all select from orders limit 1");
    if (used.rowCount) return null;

    const history = makeHistory(now);
    // Which locks the merchant, too.
    await openAccountsIn(sql, merchant, openingOf(history));
    await writeOrders(sql, history, service);
    await writePostings(sql, history, service);
    await writeRegistrations(sql, history, service);
    await writeCallbacks(sql, history, service);
    // Its callbacks are signed by now, as an operator would have switched it. All else follows the merchants' file.
    const changes: SettingsChange = { announced: { signedCallbacks: true } };
    await sql.query("update merchants set changes = $2 where number = $1", [merchant.number, JSON.stringify(changes)]);
    await sql.query("insert into demo_history (until, app_url) values ($1, $2)", [now, appUrl]);
    return { until: now, appUrl };
  });
}

async function insertAll(sql: Sql, table: string, rows: Record<string, unknown>[]): Promise<void> {
  const columns = Object.keys(rows[0] ?? {}).join(", ");
  if (columns === "") return;
  await sql.query(
    `insert into ${table} (${columns}) select ${columns} from json_populate_recordset(null::${table}, $1)`,
    [JSON.stringify(rows)],
  );
}

async function writeOrders(sql: Sql, { orders, at }: History, service: Service): Promise<void> {
  const rows = orders.flatMap((demo) => {
    const order = serviceOrder(demo, service, at);
    if (!order) return [];
    return {
      transaction_id: order.transactionId,
      provider_order_id: order.providerOrderId,
      merchant: order.merchant,
      reference_id: order.referenceId,
      type: order.type,
      status: order.status,
      currency: order.currency,
      amount: order.amount,
      fee: order.fee,
      net_amount: order.netAmount,
      method: order.method,
      player_id: order.playerId,
      callback_url: order.callbackUrl,
      parties: order.parties,
      pay_token: order.payToken,
      created_at: order.createdAt,
      updated_at: order.updatedAt,
      // The row needs a value for a column with a default.
      repeat: order.repeat,
    };
  });
  await insertAll(
    sql,
    "orders",
    rows.toSorted((a, b) => +a.created_at - +b.created_at),
  );
}

async function writePostings(sql: Sql, history: History, { merchant }: Service): Promise<void> {
  const rows = bookingsOf(history, merchant).map(({ transactionId, at, ...posting }) => ({
    ...posting,
    transaction_id: transactionId,
    posted_at: at,
  }));
  await sql.query(
    `insert into postings (transaction_id, reason, debit, credit, amount, posted_at)
     select p.transaction_id, p.reason, d.id, c.id, p.amount, p.posted_at
     from rows from (json_to_recordset($1) as (transaction_id uuid, reason text, currency text, debit text,
       credit text, amount numeric, posted_at timestamptz)) with ordinality as p (transaction_id, reason, currency, debit,
       credit, amount, posted_at, number)
     join accounts d on (d.merchant, d.currency, d.kind) = ($2, p.currency, p.debit)
     join accounts c on (c.merchant, c.currency, c.kind) = ($2, p.currency, p.credit)
     order by p.number`,
    [JSON.stringify(rows), merchant.number],
  );
}

async function writeRegistrations(sql: Sql, { registrations }: History, service: Service): Promise<void> {
  const { merchant, appUrl } = service;
  const rows = registrations.map((one) => ({
    merchant: merchant.number,
    player_id: one.playerId,
    gateway: merchant.gateways[0] ?? "",
    user_name: one.userName,
    currency: "JPY",
    status: one.status,
    callback_url: callbackUrlOf(appUrl, one.callbackToken),
    created_at: one.answeredAt,
    updated_at: one.decidedAt ?? one.answeredAt,
    result_at: one.dueAt,
    result_status: one.dueAt === null ? null : "REGISTERED",
  }));
  await insertAll(sql, "kyc_registrations", rows);
}

/** All were sent once and acknowledged. */
async function writeCallbacks(sql: Sql, { orders, registrations }: History, service: Service): Promise<void> {
  const about = orders.flatMap((order) =>
    order.calls.map((call) => {
      const { url, text, signature } = callOf(order, service, call);
      return { at: call.at, url, text, signature, transaction_id: order.transactionId, registration: null };
    }),
  );
  const ofPlayers = registrations.flatMap((one) => {
    if (one.decidedAt === null) return [];
    const { url, text, signature } = kycCallOf(one, service);
    return { at: one.decidedAt, url, text, signature, transaction_id: null, registration: url };
  });
  const rows = [...about, ...ofPlayers]
    .toSorted((a, b) => +a.at - +b.at)
    .map((row) => ({ ...row, host: new URL(row.url).host }));
  await sql.query(
    `insert into callbacks (merchant, transaction_id, registration_id, url, host, body, signature, created_at, attempts,
       acknowledged_at)
     select $2, c.transaction_id, k.id, c.url, c.host, c.text, c.signature, c.at, 1, c.at + interval '180 milliseconds'
     from json_to_recordset($1) as c (transaction_id uuid, registration text, url text, host text, text text,
       signature text, at timestamptz)
     left join kyc_registrations k on k.callback_url = c.registration
     order by c.at`,
    [JSON.stringify(rows), service.merchant.number],
  );
  await sql.query(`
    insert into callback_attempts (callback_id, number, started_at, took_ms, status, answer, acknowledged)
    select id, 1, created_at, 40 + id % 130, 200, 'SUCCESS', true from callbacks`);
}
