import "server-only";
import { sql } from "drizzle-orm";
import type { PgColumn, PgInsertValue, PgTable } from "drizzle-orm/pg-core";
import type { Tx } from "./connection";
import { only } from "./only";

/** Inserts a row, and returns its id. */
export async function insertRow<T extends PgTable & { id: PgColumn }>(tx: Tx, table: T, row: PgInsertValue<T>) {
  const id = sql<string>`${table.id}`;
  return only(await tx.insert(table).values(row).returning({ id })).id;
}
