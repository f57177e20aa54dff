import { sql } from "drizzle-orm";
import { index, jsonb, pgEnum, pgTable, text, timestamp, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { PROPOSAL_KINDS } from "@/lib/auth/proposal";
import { environment } from "./columns";
import { users } from "./users";

export const proposalKind = pgEnum("proposal_kind", PROPOSAL_KINDS);

/** A change that one user proposes and another decides. Of limits, rules and the lock the newest applied is in force. */
export const proposals = pgTable(
  "proposals",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    kind: proposalKind("kind").notNull(),
    /** Null for changes of users, who belong to no environment. */
    environment: environment("environment"),
    /** The day, freeze, user or e-mail address that it is about; empty where there is one of a kind. */
    subject: text("subject").notNull().default(""),
    change: jsonb("change").notNull(),
    proposedBy: uuid("proposed_by")
      .notNull()
      .references(() => users.id),
    proposedAt: timestamp("proposed_at", { withTimezone: true }).notNull(),
    /** By the database's clock, which all instances share. */
    expiresAt: timestamp("expires_at", { withTimezone: true }).notNull().default(sql`now() + interval '72 hours'`),
    decidedBy: uuid("decided_by").references(() => users.id),
    decidedAt: timestamp("decided_at", { withTimezone: true }),
    appliedAt: timestamp("applied_at", { withTimezone: true }),
    /** Why it was rejected, where a reason was given. */
    rejectionReason: text("rejection_reason"),
    /** When its proposer was done with its rejection or expiry. */
    dismissedAt: timestamp("dismissed_at", { withTimezone: true }),
  },
  (t) => [
    index("proposals_by_proposer").on(t.proposedBy, t.proposedAt),
    index("proposals_in_force").on(t.kind, t.environment, t.appliedAt.desc().nullsFirst()),
    // One open proposal of a kind about a subject, so that two admins cannot apply over each other's heads.
    uniqueIndex("proposals_one_open").on(t.kind, t.environment, t.subject).where(sql`${t.decidedAt} is null`),
    uniqueIndex("proposals_one_open_of_users")
      .on(t.kind, t.subject)
      .where(sql`${t.decidedAt} is null and ${t.environment} is null`),
  ],
);
