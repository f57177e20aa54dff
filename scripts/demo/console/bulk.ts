import { getTableColumns, sql } from "drizzle-orm";
import { getTableConfig, type PgTable } from "drizzle-orm/pg-core";
import type { Tx } from "@/lib/db/connection";

/** Inserts rows in their order with one statement. All have the same columns. */
export async function bulkInsert<T extends PgTable>(tx: Tx, table: T, rows: T["$inferInsert"][]): Promise<void> {
  if (rows.length === 0) return;
  const columns = getTableColumns(table);
  const used = Object.entries(columns).filter(([key]) => rows.some((row) => Object.hasOwn(row, key)));
  const name = sql.identifier(getTableConfig(table).name);
  const list = sql.join(
    used.map(([, column]) => sql.identifier(column.name)),
    sql`, `,
  );
  const named = rows.map((row) => {
    const values: Record<string, unknown> = row;
    return Object.fromEntries(used.map(([key, column]) => [column.name, plain(values[key])]));
  });
  await tx.execute(sql`
    insert into ${name} (${list})
    select ${list} from json_populate_recordset(null::${name}, ${JSON.stringify(named)}::json)`);
}

/** Bytes as PostgreSQL reads them from a text. */
const plain = (value: unknown) => (Buffer.isBuffer(value) ? `\\x${value.toString("hex")}` : value);
