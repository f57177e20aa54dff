import { sql } from "drizzle-orm";
import { bigint, index, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";
import { exchanges } from "./evidence";
import { transactions } from "./transactions";
import { users } from "./users";

/** What a person intended: who is to pay one deposit. Never changed after it is written. */
export const deposits = pgTable("deposits", {
  transactionRow: uuid("transaction_row")
    .primaryKey()
    .references(() => transactions.id),
  /**
   * Made when the form was opened: submitting it twice finds the first record instead of making a second.
   * Null for one that was created again, which no form made.
   */
  formId: uuid("form_id").unique(),
  payerAccountName: text("payer_account_name"),
  payerAccount: text("payer_account"),
  /** Thai bank codes only. */
  payerBankCode: text("payer_bank_code"),
  /** Keyed digest of the canonical terms (lib/transactions/submission/digest.ts): what is sent is what was requested. */
  digest: text("digest").notNull(),
  requestedBy: uuid("requested_by")
    .notNull()
    .references(() => users.id),
  requestedAt: timestamp("requested_at", { withTimezone: true }).notNull(),
});

/**
 * How a deposit is to be paid, as the service said it: one row whenever it said something new. The link comes in the
 * create answer only; the bank details also when the order is asked about.
 */
export const paymentInstructions = pgTable(
  "payment_instructions",
  {
    id: bigint("id", { mode: "bigint" }).primaryKey().generatedAlwaysAsIdentity(),
    transactionRow: uuid("transaction_row")
      .notNull()
      .references(() => transactions.id),
    at: timestamp("at", { withTimezone: true }).notNull(),
    exchangeId: uuid("exchange_id")
      .notNull()
      .references(() => exchanges.id),
    address: text("address"),
    receiverAccount: text("receiver_account"),
    receiverName: text("receiver_name"),
    receiverBank: text("receiver_bank"),
    receiverBankCode: text("receiver_bank_code"),
    receiverBankBranch: text("receiver_bank_branch"),
    /** When all of it but the times was removed, after the time that raw data is kept. */
    rawRemovedAt: timestamp("raw_removed_at", { withTimezone: true }),
  },
  (t) => [
    index("payment_instructions_by_transaction").on(t.transactionRow, t.id),
    index("payment_instructions_raw").on(t.at).where(sql`${t.rawRemovedAt} is null`),
  ],
);
