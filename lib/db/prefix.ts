import "server-only";
import { type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";

/** Matches a literal prefix; uses an index with a pattern operator class. */
export const begins = (text: PgColumn | SQL, beginning: string): SQL =>
  sql`${text} like ${`${beginning.replace(/[\\%_]/g, "\\$&")}%`}`;

/** Matches a literal suffix; uses a prefix index on the reversed text. */
export const ends = (text: PgColumn, end: string): SQL => begins(reversed(text), [...end].toReversed().join(""));

export const reversed = (text: PgColumn): SQL => sql`reverse(${text})`;

/** Sorts as a prefix index does, independent of the database's locale. */
export const inPrefixOrder = (text: PgColumn | SQL): SQL => sql`${text} using ~<~`;
