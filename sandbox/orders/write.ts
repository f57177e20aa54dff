import type { Sql } from "../database";
import type { NonceUse } from "../merchants/nonces";
import type { Order } from "./order";

/** An order as it is made. A withdrawal holds its net amount: it leaves `debit` and arrives on `credit`. */
export type Made = Order & { hold: { debit: number; credit: number } | null };

/** What a batch of create requests writes: the orders it makes, what they hold, and the nonces that are used up. */
export type Batch = { orders: Made[]; nonces: NonceUse[] };

/** Writes a batch in one statement: all of it or, when the database refuses any of it, nothing. */
export async function writeBatch(sql: Sql, { orders, nonces }: Batch): Promise<void> {
  if (orders.length === 0 && nonces.length === 0) return;
  await sql.query({
    name: "write batch",
    text: `with used as (
             insert into nonces (merchant, nonce) select * from unnest($2::int[], $3::text[])
           ), given as materialized (
             select * from json_to_recordset($1) as given (
               "transactionId" uuid, "providerOrderId" text, merchant integer, "referenceId" text, repeat integer,
               type text, status text, currency text, amount numeric, fee numeric, "netAmount" numeric, method text,
               "playerId" text, "callbackUrl" text, parties jsonb, "payToken" text, "createdAt" timestamptz,
               "settleAt" timestamptz, "settleAs" text, debit integer, credit integer)
           ), written as (
             insert into orders
             select "transactionId", "providerOrderId", merchant, "referenceId", repeat, type, status, currency, amount,
                    fee, "netAmount", method, "playerId", "callbackUrl", parties, "payToken", "createdAt", "createdAt",
                    "settleAt", "settleAs"
             from given
           )
           insert into postings (transaction_id, reason, debit, credit, amount)
           select "transactionId", 'HOLD', debit, credit, "netAmount" from given where debit is not null`,
    values: [JSON.stringify(orders.map(row)), nonces.map(({ merchant }) => merchant), nonces.map(({ nonce }) => nonce)],
  });
}

/** What is not there is null in the database, and costs nothing on the way. */
const row = ({ updatedAt: _, payToken, settleAt, settleAs, hold, ...order }: Made) => ({
  ...order,
  ...hold,
  payToken: payToken ?? undefined,
  settleAt: settleAt ?? undefined,
  settleAs: settleAs ?? undefined,
});
