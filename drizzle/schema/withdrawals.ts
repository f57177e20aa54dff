import { sql } from "drizzle-orm";
import { foreignKey, index, integer, numeric, pgEnum, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";
import { APPROVAL_BASES } from "@/lib/limits/rules";
import { WAITS_HOURS } from "@/lib/withdrawals/approvers";
import { accountType, recipientWarning } from "./columns";
import { payeeVersions } from "./payees";
import { transactions } from "./transactions";
import { users } from "./users";

export const approvalBasis = pgEnum("approval_basis", APPROVAL_BASES);

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
    /** The passbook that branch and account were converted from; null where they were typed. Never sent. */
    yuchoSymbol: text("yucho_symbol"),
    yuchoNumber: text("yucho_number"),
    /** What the requester was warned of and accepted: approvers see the same. */
    warnings: recipientWarning("warnings").array().notNull().default([]),
    /** Why it was requested although the balance did not cover it; null where it did, or was not known. */
    shortfallReason: text("shortfall_reason"),
    /** The purpose, for approvers; may be empty. Never sent. */
    purpose: text("purpose").notNull().default(""),
    /** Keyed digest of the canonical terms (lib/transactions/submission/digest.ts): what is sent is what was requested. */
    digest: text("digest").notNull(),
    /** One key for one account, however it was typed (`payeeKey`). */
    payeeKey: text("payee_key").notNull(),
    /** The payee that was chosen, and its version in force then; null where the account was typed. The digest has both. */
    payeeId: uuid("payee_id"),
    payeeVersion: integer("payee_version"),
    /** Until when its payee counts as new, where it did at the request. */
    newPayeeUntil: timestamp("new_payee_until", { withTimezone: true }),
    /** The sum that the approval rules were compared with, and what it is a sum of. */
    approvalBasis: approvalBasis("approval_basis").notNull(),
    approvalAmount: numeric("approval_amount").notNull(),
    /** How many people besides the requester must agree, by the rules in force when it was requested. */
    approversNeeded: integer("approvers_needed").notNull(),
    /** Until when it may be approved; null if no approval is needed. */
    approvalExpiresAt: timestamp("approval_expires_at", { withTimezone: true }),
    requestedBy: uuid("requested_by")
      .notNull()
      .references(() => users.id),
    requestedAt: timestamp("requested_at", { withTimezone: true }).notNull(),
  },
  (t) => [
    foreignKey({
      name: "withdrawals_payee_version",
      columns: [t.payeeId, t.payeeVersion],
      foreignColumns: [payeeVersions.payeeId, payeeVersions.version],
    }),
    index("withdrawals_by_requester").on(t.requestedBy, t.requestedAt),
    index("withdrawals_by_payee").on(t.payeeKey, t.requestedAt),
  ],
);
export type Withdrawal = typeof withdrawals.$inferSelect;

/** Until when others may decide, in the words of the database; `decideUntil` in lib/withdrawals/approvers.ts says the same. */
export const DECIDE_UNTIL =
  sql<Date | null>`greatest(${withdrawals.approvalExpiresAt}, ${transactions.heldAt} + ${`${WAITS_HOURS} hours`}::interval)`.mapWith(
    withdrawals.approvalExpiresAt,
  );
