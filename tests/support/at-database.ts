import { Client } from "pg";
import { testContext } from "./test-context";

/** What a test does to the console's database behind its back. */
export async function atDatabase<Row extends object>(statement: string, values: unknown[] = []): Promise<Row[]> {
  const client = new Client({ connectionString: testContext().databaseUrl });
  await client.connect();
  try {
    return (await client.query<Row>(statement, values)).rows;
  } finally {
    await client.end();
  }
}
