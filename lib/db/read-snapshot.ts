import "server-only";
import { type SQL, sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/node-postgres";
import type { QueryResultRow } from "pg";
import type { Db } from "./connection";

/** Reads from one snapshot: later changes are not in it. The caller must end it. */
export type Reading = {
  db: Pick<Db, "select" | "execute" | "$count">;
  /** Batches of rows until the end; holds one batch in memory. */
  batches: <Row extends QueryResultRow>(query: SQL, size: number) => AsyncGenerator<Row[]>;
  end: () => Promise<void>;
};

/** Ends a transaction whose reader stalled. */
const STALLED = "60s";

/** Opens a snapshot on a connection of its own. */
export async function startReading(db: Db): Promise<Reading> {
  const client = await db.$client.connect();
  let isOpen = true;
  const end = async () => {
    if (!isOpen) return;
    isOpen = false;
    client.off("error", end);
    // The pool discards a connection whose rollback failed.
    await client.query("rollback").then(
      () => client.release(),
      (error: Error) => client.release(error),
    );
  };
  // A reader that never begins does not end it either. The server ends its transaction, and the connection is free again.
  client.once("error", end);
  try {
    await client.query("begin isolation level repeatable read read only");
    await client.query(`set local idle_in_transaction_session_timeout = '${STALLED}'`);
  } catch (error) {
    await end();
    throw error;
  }
  const reader = drizzle({ client });
  async function* batches<Row extends QueryResultRow>(query: SQL, size: number): AsyncGenerator<Row[]> {
    await reader.execute(sql`declare batches no scroll cursor for ${query}`);
    for (;;) {
      const { rows } = await client.query<Row>(`fetch forward ${size} from batches`);
      if (rows.length === 0) break;
      yield rows;
    }
    // Another query of the same snapshot may follow.
    await client.query("close batches");
  }
  return { db: Object.assign(reader, { $client: db.$client }), batches, end };
}
