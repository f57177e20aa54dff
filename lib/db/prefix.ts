import "server-only";
import { type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";

/** What begins so, letter for letter; an index of the column leads there if it was made for prefixes. */
export const begins = (column: PgColumn, beginning: string): SQL =>
  sql`${column} like ${`${beginning.replace(/[\\%_]/g, "\\$&")}%`}`;

/** In the order of an index for prefixes, whatever the database's language. */
export const inPrefixOrder = (column: PgColumn): SQL => sql`${column} using ~<~`;
