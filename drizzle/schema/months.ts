import { sql } from "drizzle-orm";
import { bigint, integer, jsonb, pgTable, primaryKey, text, timestamp, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import type { JournalAccounts } from "@/lib/journals/accounts";
import type { PackageFigures } from "@/lib/months/schema";
import { bytea, environment } from "./columns";
import { users } from "./users";

/** The accounts that movements are booked on, of all kinds together. The audit log has the earlier ones. */
export const journalAccounts = pgTable("journal_accounts", {
  environment: environment("environment").primaryKey(),
  accounts: jsonb("accounts").$type<JournalAccounts>().notNull(),
  changedBy: uuid("changed_by")
    .notNull()
    .references(() => users.id),
  changedAt: timestamp("changed_at", { withTimezone: true }).notNull(),
});

/**
 * A month as one ZIP, as it was packed. The next one of the same month supersedes it; it stays. A trigger refuses to
 * remove one, and to change one that is packed.
 */
export const monthPackages = pgTable(
  "month_packages",
  {
    environment: environment("environment").notNull(),
    /** `2026-11`. */
    month: text("month").notNull(),
    /** From 1. */
    version: integer("version").notNull(),
    requestedBy: uuid("requested_by")
      .notNull()
      .references(() => users.id),
    requestedAt: timestamp("requested_at", { withTimezone: true }).notNull(),
    /** These are null while it is being packed. */
    packedAt: timestamp("packed_at", { withTimezone: true }),
    content: bytea("content"),
    bytes: bigint("bytes", { mode: "number" }),
    /** SHA-256 of the ZIP, hexadecimal. */
    sha256: text("sha256"),
    /** SHA-256 over the files that are the same whenever they are packed: equal figures have an equal hash. */
    contentHash: text("content_hash"),
    figures: jsonb("figures").$type<PackageFigures>(),
  },
  (t) => [
    primaryKey({ columns: [t.environment, t.month, t.version] }),
    uniqueIndex("month_packages_in_work").on(t.environment, t.month).where(sql`${t.packedAt} is null`),
  ],
);
