import type { Sql } from "../database";
import { columnsOf, type Posting } from "../ledger/postings";
import type { NonceUse } from "../merchants/nonces";
import type { Order } from "./order";

/** What a batch of create requests writes: the orders it makes, what they post, and the nonces that are used up. */
export type Batch = { orders: Order[]; postings: Posting[]; nonces: NonceUse[] };

/** Writes a batch in one statement: all of it or, when the database refuses any of it, nothing. */
export async function writeBatch(sql: Sql, { orders, postings, nonces }: Batch): Promise<void> {
  if (orders.length === 0 && nonces.length === 0) return;
  await sql.query({
    name: "write batch",
    text: `with used as (
             insert into nonces (merchant, nonce) select * from unnest($7::int[], $8::text[])
           ), written as (
             insert into orders
             select "transactionId", "providerOrderId", merchant, "referenceId", repeat, type, status, currency, amount,
                    fee, "netAmount", method, "playerId", "callbackUrl", parties, "payToken", "createdAt", "updatedAt",
                    "settleAt", "settleAs"
             from json_to_recordset($1) as given (
               "transactionId" uuid, "providerOrderId" text, merchant integer, "referenceId" text, repeat integer,
               type text, status text, currency text, amount numeric, fee numeric, "netAmount" numeric, method text,
               "playerId" text, "callbackUrl" text, parties jsonb, "payToken" text, "createdAt" timestamptz,
               "updatedAt" timestamptz, "settleAt" timestamptz, "settleAs" text)
           )
           insert into postings (transaction_id, reason, debit, credit, amount)
           select * from unnest($2::uuid[], $3::text[], $4::int[], $5::int[], $6::numeric[])`,
    values: [
      JSON.stringify(orders),
      ...columnsOf(postings),
      nonces.map(({ merchant }) => merchant),
      nonces.map(({ nonce }) => nonce),
    ],
  });
}
