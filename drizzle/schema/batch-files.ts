import { pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { bytea, environment } from "./columns";

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
