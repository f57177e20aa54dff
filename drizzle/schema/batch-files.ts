import { integer, jsonb, pgTable, primaryKey, text, timestamp, unique, uuid } from "drizzle-orm/pg-core";
import type { ColumnMapping } from "@/lib/batches/column-mapping";
import { bytea, environment } from "./columns";
import { users } from "./users";

/** A file of payouts as it came, once for all its runs: its results are written beside what it said. */
export const batchFiles = pgTable(
  "batch_files",
  {
    environment: environment("environment").notNull(),
    sha256: text("sha256").notNull(),
    content: bytea("content").notNull(),
  },
  (t) => [primaryKey({ columns: [t.environment, t.sha256] })],
);

/** Which columns of another system's files are which fields. A change is a new version; batches name theirs. */
export const columnMappings = pgTable(
  "column_mappings",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    environment: environment("environment").notNull(),
    /** Of the header (lib/batches/column-mapping.ts). */
    fingerprint: text("fingerprint").notNull(),
    version: integer("version").notNull(),
    header: jsonb("header").$type<string[]>().notNull(),
    mapping: jsonb("mapping").$type<ColumnMapping>().notNull(),
    savedBy: uuid("saved_by")
      .notNull()
      .references(() => users.id),
    savedAt: timestamp("saved_at", { withTimezone: true }).notNull(),
  },
  (t) => [unique("column_mappings_version").on(t.environment, t.fingerprint, t.version)],
);
