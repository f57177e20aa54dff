import { integer, jsonb, pgTable, text, timestamp, unique, uuid } from "drizzle-orm/pg-core";
import type { ColumnMapping } from "@/lib/batches/column-mapping";
import type { LedgerMapping } from "@/lib/reconciliation/ledger-mapping";
import { environment } from "./columns";
import { users } from "./users";

/** How columns are read: of files of payouts, and of the merchant's ledgers. */
export type Mappings = { batch: ColumnMapping; ledger: LedgerMapping };

/** How another system's files with a header are read. A change is a new version; batches and runs name theirs. */
export const columnMappings = pgTable(
  "column_mappings",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    environment: environment("environment").notNull(),
    of: text("of").$type<keyof Mappings>().notNull(),
    /** Of the header (lib/imports/header-fingerprint.ts). */
    fingerprint: text("fingerprint").notNull(),
    version: integer("version").notNull(),
    header: jsonb("header").$type<string[]>().notNull(),
    mapping: jsonb("mapping").$type<Mappings[keyof Mappings]>().notNull(),
    savedBy: uuid("saved_by")
      .notNull()
      .references(() => users.id),
    savedAt: timestamp("saved_at", { withTimezone: true }).notNull(),
  },
  (t) => [unique("column_mappings_version").on(t.environment, t.of, t.fingerprint, t.version)],
);
