import type { Sql } from "../database";
import { columnsOf, type Posting } from "../ledger/postings";
import type { Order } from "./order";

/** Writes new orders and what they post, in one statement: all of it or, when the database refuses any of it, nothing. */
export async function writeOrders(sql: Sql, orders: Order[], postings: Posting[]): Promise<void> {
  if (orders.length === 0) return;
  await sql.query({
    name: "write orders",
    text: `with written as (
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
    values: [JSON.stringify(orders), ...columnsOf(postings)],
  });
}
