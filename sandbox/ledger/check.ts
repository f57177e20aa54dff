import type { Pool } from "pg";
import type { Currency } from "../money/currencies";
import type { Posting } from "./postings";

/** What is wrong with the books: nothing, or a line for each account or order that does not agree. */
export async function checkBooks(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query<{ problem: string }>(`
    with sides as (
      select credit as account, amount from postings union all select debit, -amount from postings
    ), sums as (
      select account, sum(amount) as amount from sides group by account
    ), holds as (
      select merchant, currency, sum(net_amount) as amount from orders
      where type = 'WITHDRAW' and status in ('SUCCESS', 'PENDING') group by merchant, currency
    )
    select format('account %s (%s %s %s) holds %s, its postings say %s', a.id, a.merchant, a.currency, a.kind,
                  a.balance, coalesce(s.amount, 0)) as problem
    from accounts a left join sums s on s.account = a.id where a.balance <> coalesce(s.amount, 0)
    union all
    select format('%s %s of merchant %s are held, open withdrawals need %s', a.balance, a.currency, a.merchant,
                  coalesce(h.amount, 0))
    from accounts a left join holds h using (merchant, currency)
    where a.kind = 'held' and a.balance <> coalesce(h.amount, 0)
    union all
    select format('the accounts of merchant %s in %s sum to %s', merchant, currency, sum(balance))
    from accounts group by merchant, currency having sum(balance) <> 0`);
  return rows.map(({ problem }) => problem);
}

export type ListedPosting = Posting & {
  id: string;
  transactionId: string | null;
  merchant: number;
  currency: Currency;
  postedAt: Date;
};

export async function latestPostings(pool: Pool, limit: number): Promise<ListedPosting[]> {
  const { rows } = await pool.query<ListedPosting>(
    `select p.id, p.transaction_id as "transactionId", p.reason, d.merchant, d.currency, d.kind as debit,
            c.kind as credit, p.amount, p.posted_at as "postedAt"
     from postings p join accounts d on d.id = p.debit join accounts c on c.id = p.credit
     order by p.id desc limit $1`,
    [limit],
  );
  return rows;
}
