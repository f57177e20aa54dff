import { sql } from "drizzle-orm";
import { index, jsonb, pgEnum, pgTable, text, timestamp, unique, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { DECISIONS } from "@/lib/withdrawals/approval";
import type { ApprovalRules } from "@/lib/withdrawals/approval-rules";
import { environment, expiresAt } from "./columns";
import { transactions } from "./transactions";
import { users } from "./users";

export const decision = pgEnum("approval_decision", DECISIONS);

/** A decision about a withdrawal by a user other than its requester, with the digest of its terms. */
export const approvals = pgTable(
  "approvals",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    transactionRow: uuid("transaction_row")
      .notNull()
      .references(() => transactions.id),
    decision: decision("decision").notNull(),
    by: uuid("by")
      .notNull()
      .references(() => users.id),
    at: timestamp("at", { withTimezone: true }).notNull(),
    /** The digest that the approver saw; the sender refuses another. */
    digest: text("digest").notNull(),
    reason: text("reason"),
  },
  (t) => [unique("approvals_one_each").on(t.transactionRow, t.by)],
);

/** A change of the approval rules: proposed by one admin, applied by another. The newest applied one is in force. */
export const ruleChanges = pgTable(
  "rule_changes",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    environment: environment("environment").notNull(),
    rules: jsonb("rules").$type<ApprovalRules>().notNull(),
    proposedBy: uuid("proposed_by")
      .notNull()
      .references(() => users.id),
    proposedAt: timestamp("proposed_at", { withTimezone: true }).notNull(),
    expiresAt: expiresAt(),
    decidedBy: uuid("decided_by").references(() => users.id),
    decidedAt: timestamp("decided_at", { withTimezone: true }),
    appliedAt: timestamp("applied_at", { withTimezone: true }),
  },
  (t) => [
    index("rule_changes_in_force").on(t.environment, t.appliedAt.desc().nullsFirst()),
    // One open proposal at a time, so that two admins cannot apply over each other's heads.
    uniqueIndex("rule_changes_one_open").on(t.environment).where(sql`${t.decidedAt} is null`),
  ],
);
