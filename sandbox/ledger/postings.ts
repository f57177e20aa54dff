import type { Sql } from "../database";
import type { Currency } from "../money/currencies";

export const ACCOUNT_KINDS = ["available", "held", "fees", "network"] as const;
export type AccountKind = (typeof ACCOUNT_KINDS)[number];
export type Reason = "OPENING" | "HOLD" | "RELEASE" | "CAPTURE" | "CREDIT" | "FEE";

/** `amount` leaves the account `debit` and arrives on the account `credit`. */
export type Posting = { reason: Reason; debit: AccountKind; credit: AccountKind; amount: string };

/** `at`: when it is not posted now. */
type Owner = { merchant: number; currency: Currency; transactionId: string | null; at?: Date | undefined };

/** Writes a posting; a trigger updates both balances, and a constraint refuses a negative one. */
export async function post(sql: Sql, owner: Owner, { reason, debit, credit, amount }: Posting): Promise<void> {
  // An order without a fee has no FEE posting.
  if (/^0(\.0*)?$/.test(amount)) return;
  const { rowCount } = await sql.query(
    `insert into postings (transaction_id, reason, debit, credit, amount, posted_at)
     select $1, $2, debit.id, credit.id, $3, coalesce($8, now())
     from accounts debit join accounts credit using (merchant, currency)
     where merchant = $4 and currency = $5 and debit.kind = $6 and credit.kind = $7`,
    [owner.transactionId, reason, amount, owner.merchant, owner.currency, debit, credit, owner.at],
  );
  if (rowCount !== 1) throw new Error(`merchant ${owner.merchant} has no accounts in ${owner.currency}`);
}
