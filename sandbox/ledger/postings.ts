import type { Sql } from "../database";

export type Reason = "OPENING" | "HOLD" | "RELEASE" | "CAPTURE" | "CREDIT" | "FEE";

/** `amount` leaves the account `debit` and arrives on the account `credit`. */
export type Posting = { transactionId: string | null; reason: Reason; debit: number; credit: number; amount: string };

/** Writes postings; the database carries the balances with them and refuses a negative one. */
export async function post(sql: Sql, postings: Posting[]): Promise<void> {
  // A free order posts no fee: nothing moved.
  const moving = postings.filter(({ amount }) => !/^0(\.0*)?$/.test(amount));
  if (moving.length === 0) return;
  await sql.query({
    name: "post",
    text: `insert into postings (transaction_id, reason, debit, credit, amount)
           select * from unnest($1::uuid[], $2::text[], $3::int[], $4::int[], $5::numeric[])`,
    values: [
      moving.map((posting) => posting.transactionId),
      moving.map((posting) => posting.reason),
      moving.map((posting) => posting.debit),
      moving.map((posting) => posting.credit),
      moving.map((posting) => posting.amount),
    ],
  });
}
