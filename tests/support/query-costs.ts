import { drizzle } from "drizzle-orm/node-postgres";
import type { Client, Pool } from "pg";
import type { Db } from "@/lib/db/connection";

type Asked = { sql: string; params: unknown[] }[];

/** A database that writes down what it is asked. */
export function recordQueries(pool: Pool): { db: Db; asked: Asked } {
  const asked: Asked = [];
  const logger = { logQuery: (sql: string, params: unknown[]) => void asked.push({ sql, params }) };
  return { db: Object.assign(drizzle({ client: pool, logger }), { $client: pool }), asked };
}

export type Cost = Asked[number] & { blocks: number; rows: number; isScanned: boolean };

/** Every query of this reading, with the blocks that it touches, and whether it reads a whole table. */
export async function costsOf(
  { client, asked }: { client: Pick<Client | Pool, "query">; asked: Asked },
  read: () => Promise<unknown>,
): Promise<Cost[]> {
  asked.length = 0;
  await read();
  const costs: Cost[] = [];
  for (const { sql, params } of [...asked]) {
    // What is only planned touches nothing.
    if (sql.startsWith("explain ")) continue;
    const explained = `explain (analyze, buffers, format json) ${sql}`;
    // Twice: the first time a connection also reads the catalogue.
    await client.query(explained, params);
    const { rows } = await client.query(explained, params);
    const plan = rows[0]["QUERY PLAN"][0].Plan;
    const blocks = plan["Shared Hit Blocks"] + plan["Shared Read Blocks"];
    costs.push({ sql, params, blocks, rows: plan["Actual Rows"], isScanned: scans(plan) });
  }
  return costs;
}

type Plan = { "Node Type": string; "Actual Rows": number; "Rows Removed by Filter"?: number; Plans?: Plan[] };
/** A table with a handful of rows is read whole, with or without indexes. */
const HANDFUL = 100;
const scans = (plan: Plan): boolean =>
  (plan["Node Type"].includes("Seq Scan") && plan["Actual Rows"] + (plan["Rows Removed by Filter"] ?? 0) > HANDFUL) ||
  (plan.Plans ?? []).some(scans);
