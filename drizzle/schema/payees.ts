import { sql } from "drizzle-orm";
import {
  check,
  date,
  foreignKey,
  index,
  integer,
  pgEnum,
  pgTable,
  primaryKey,
  text,
  timestamp,
  unique,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { CHECK_RESULTS } from "@/lib/payees/account-check/results";
import { PAYEE_DECISIONS } from "@/lib/payees/rules";
import { accountType, environment, recipientWarning } from "./columns";
import { users } from "./users";

export const payeeDecision = pgEnum("payee_decision", PAYEE_DECISIONS);

export const accountCheckResult = pgEnum("account_check_result", CHECK_RESULTS);

/** An entry of the payee book. What it says stands in its versions; it is never deleted. */
export const payees = pgTable(
  "payees",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    environment: environment("environment").notNull(),
    currency: text("currency").notNull(),
    /** The version in force: the last one that was approved. Null before the first. */
    version: integer("version"),
    /** The version that waits for a second person; null where none does. */
    waiting: integer("waiting"),
    blockedAt: timestamp("blocked_at", { withTimezone: true }),
    blockedBy: uuid("blocked_by").references(() => users.id),
    blockReason: text("block_reason"),
    /** The answer of a bank that blocked it; null where a person did. */
    blockCheck: uuid("block_check"),
    createdAt: timestamp("created_at", { withTimezone: true }).notNull(),
  },
  (t) => [
    index("payees_newest").on(t.environment, t.createdAt.desc().nullsFirst(), t.id.desc().nullsFirst()),
    index("payees_waiting").on(t.environment, t.createdAt).where(sql`${t.waiting} is not null`),
  ],
);

/** A file of proposals: one decision may decide about all that still waits of it. */
export const payeeImports = pgTable("payee_imports", {
  id: uuid("id").primaryKey().defaultRandom(),
  environment: environment("environment").notNull(),
  name: text("name").notNull(),
  fileSha256: text("file_sha256").notNull(),
  proposedBy: uuid("proposed_by")
    .notNull()
    .references(() => users.id),
  proposedAt: timestamp("proposed_at", { withTimezone: true }).notNull(),
});

/** What was proposed about a payee, and what a second person decided. Only the decision is written later, once. */
export const payeeVersions = pgTable(
  "payee_versions",
  {
    payeeId: uuid("payee_id")
      .notNull()
      .references(() => payees.id),
    version: integer("version").notNull(),
    destination: text("destination").notNull(),
    destinationName: text("destination_name").notNull(),
    destinationBranchCode: text("destination_branch_code"),
    destinationBranchName: text("destination_branch_name"),
    destinationAccount: text("destination_account").notNull(),
    destinationAccountName: text("destination_account_name").notNull(),
    destinationAccountType: accountType("destination_account_type"),
    /** The passbook that branch and account were converted from; null where they were typed. */
    yuchoSymbol: text("yucho_symbol"),
    yuchoNumber: text("yucho_number"),
    /** What the proposer was warned of and accepted. */
    warnings: recipientWarning("warnings").array().notNull().default([]),
    /** One key for one account, however it was typed (`payeeKey`). */
    payeeKey: text("payee_key").notNull(),
    /** As it is searched for, folded like `nameKey` does it. */
    nameKey: text("name_key").generatedAlwaysAs(sql`nullif(name_key(destination_account_name), '')`),
    playerId: text("player_id"),
    /** The player's KYC name when this was proposed; null where none was known that was registered. */
    kycName: text("kyc_name"),
    /** The merchant's own name for the payee; may be empty. */
    label: text("label").notNull().default(""),
    /** The file that it came with; null where a form proposed it. */
    importId: uuid("import_id").references(() => payeeImports.id),
    proposedBy: uuid("proposed_by")
      .notNull()
      .references(() => users.id),
    proposedAt: timestamp("proposed_at", { withTimezone: true }).notNull(),
    decision: payeeDecision("decision"),
    decidedBy: uuid("decided_by").references(() => users.id),
    decidedAt: timestamp("decided_at", { withTimezone: true }),
    /** Why it was rejected. */
    reason: text("reason"),
    /** Since when this account with this holder has been approved without a break; null where it was not approved. */
    accountSince: timestamp("account_since", { withTimezone: true }),
  },
  (t) => [
    primaryKey({ columns: [t.payeeId, t.version] }),
    uniqueIndex("payee_versions_waiting").on(t.payeeId).where(sql`${t.decision} is null`),
    index("payee_versions_by_account").on(t.payeeKey),
    index("payee_versions_by_import").on(t.importId).where(sql`${t.importId} is not null`),
    // The database itself refuses an approval by the proposer.
    check(
      "payee_versions_second_person",
      sql`${t.decision} is distinct from 'approved' or (${t.decidedBy} is not null and ${t.decidedBy} <> ${t.proposedBy})`,
    ),
  ],
);
export type PayeeVersion = typeof payeeVersions.$inferSelect;

/** What a bank answered about the account and holder of a version, from a file that a person brought. */
export const accountChecks = pgTable(
  "account_checks",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    payeeId: uuid("payee_id").notNull(),
    version: integer("version").notNull(),
    result: accountCheckResult("result").notNull(),
    bank: text("bank").notNull(),
    /** The day of the answer, as the file's bringer gave it. */
    checkedOn: date("checked_on", { mode: "string" }).notNull(),
    fileSha256: text("file_sha256").notNull(),
    importedBy: uuid("imported_by")
      .notNull()
      .references(() => users.id),
    importedAt: timestamp("imported_at", { withTimezone: true }).notNull(),
  },
  (t) => [
    foreignKey({
      name: "account_checks_version",
      columns: [t.payeeId, t.version],
      foreignColumns: [payeeVersions.payeeId, payeeVersions.version],
    }),
    unique("account_checks_once").on(t.payeeId, t.version, t.fileSha256),
  ],
);
