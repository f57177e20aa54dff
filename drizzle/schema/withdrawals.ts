import { index, integer, pgEnum, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";
import { people } from "./people";
import { transactions } from "./transactions";

/** As the API spells them: 1 is 普通 (ordinary), 2 is 当座 (current). */
export const accountType = pgEnum("account_type", ["1", "2"]);

/** What a person intended: the recipient of one withdrawal. Never changed after it is written. */
export const withdrawals = pgTable(
  "withdrawals",
  {
    transactionRow: uuid("transaction_row")
      .primaryKey()
      .references(() => transactions.id),
    /**
     * Made when the form was opened: submitting it twice finds the first record instead of making a second.
     * Null for one that was sent again, which no form made.
     */
    formId: uuid("form_id").unique(),
    destination: text("destination").notNull(),
    destinationName: text("destination_name").notNull(),
    destinationBranchCode: text("destination_branch_code"),
    destinationBranchName: text("destination_branch_name"),
    destinationAccount: text("destination_account").notNull(),
    destinationAccountName: text("destination_account_name").notNull(),
    destinationAccountType: accountType("destination_account_type"),
    /** SHA-256 of the canonical fields without timestamp, nonce and referenceId: what is sent is what was asked for. */
    digest: text("digest").notNull(),
    /** How many people besides the requester must agree, by the rules in force when it was requested. */
    approversNeeded: integer("approvers_needed").notNull(),
    /** Until when they may; null where nobody has to. */
    approvalExpiresAt: timestamp("approval_expires_at", { withTimezone: true }),
    requestedBy: uuid("requested_by")
      .notNull()
      .references(() => people.id),
    requestedAt: timestamp("requested_at", { withTimezone: true }).notNull(),
  },
  (t) => [
    index("withdrawals_by_requester").on(t.requestedBy),
    // Whom did we pay before, when somebody is about to pay this account again.
    index("withdrawals_by_account").on(t.destination, t.destinationAccount),
  ],
);
