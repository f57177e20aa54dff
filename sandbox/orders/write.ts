import type { Sql } from "../database";
import type { NonceUse } from "../merchants/nonces";
import type { Order } from "./order";

/** An order as it is made. A withdrawal holds its net amount: it leaves `debit` and arrives on `credit`. */
export type Made = Order & { hold: { debit: number; credit: number } | null };

/** What a batch of create requests writes: the orders it makes, what they hold, and the nonces that are used up. */
export type Batch = { orders: Made[]; nonces: NonceUse[] };

/**
 * Writes a batch in one statement: all of it or, when the database refuses any of it, nothing. Orders go as rows of their
 * table: as JSON, the database would look for each field by its name in each of them.
 */
export async function writeBatch(sql: Sql, { orders, nonces }: Batch): Promise<void> {
  if (orders.length === 0 && nonces.length === 0) return;
  const held = orders.flatMap(({ hold, transactionId, netAmount }) =>
    hold ? [{ ...hold, transactionId, netAmount }] : [],
  );
  await sql.query({
    name: "write batch",
    text: `with used as (
             insert into nonces (merchant, nonce) select * from unnest($2::int[], $3::text[])
           ), written as (
             insert into orders select * from unnest($1::orders[])
           )
           insert into postings (transaction_id, reason, debit, credit, amount)
           select id, 'HOLD', debit, credit, amount
           from unnest($4::uuid[], $5::int[], $6::int[], $7::numeric[]) as held (id, debit, credit, amount)`,
    values: [
      orders.map(row),
      nonces.map(({ merchant }) => merchant),
      nonces.map(({ nonce }) => nonce),
      held.map(({ transactionId }) => transactionId),
      held.map(({ debit }) => debit),
      held.map(({ credit }) => credit),
      held.map(({ netAmount }) => netAmount),
    ],
  });
}

/** A row of the table, with its columns in their order, as PostgreSQL reads one from a text. */
const row = (order: Made): string =>
  `(${[
    order.transactionId,
    quoted(order.providerOrderId),
    order.merchant,
    quoted(order.referenceId),
    order.repeat,
    order.type,
    order.status,
    order.currency,
    order.amount,
    order.fee,
    order.netAmount,
    quoted(order.method),
    quoted(order.playerId),
    quoted(order.callbackUrl),
    quoted(JSON.stringify(order.parties)),
    // Nothing at all is null.
    order.payToken ?? "",
    order.createdAt.toISOString(),
    order.updatedAt.toISOString(),
    order.settleAt?.toISOString() ?? "",
    order.settleAs ?? "",
  ].join()})`;

const quoted = (text: string): string => `"${text.replace(/["\\]/g, "\\$&")}"`;
