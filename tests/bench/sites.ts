import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { Client, Pool } from "pg";
import type { Ctx } from "@/lib/auth/context";
import type { Role } from "@/lib/auth/permissions";
import { migrateDatabase } from "@/lib/db/migrate";
import { freePort } from "@/scripts/lib/ports.mjs";
import { startPostgres } from "@/scripts/lib/postgres.mjs";
import { recordQueries } from "../support/query-costs";
import { median } from "./figures";

export const FEW = Number(process.env.BENCH_FEW ?? 10_000);
export const MANY = Number(process.env.BENCH_MANY ?? 1_000_000);
export const ROUNDS = 5;

/** A database with so many rows, and all that it was asked since `asked` was emptied. `client` is a superuser's. */
export type Site = {
  rows: number;
  url: string;
  client: Client;
  ctx: Ctx;
  asked: ReturnType<typeof recordQueries>["asked"];
  close: () => Promise<void>;
};

export type Sites = {
  open: (
    kind: string,
    rows: number,
    role: Role,
    fill: (client: Client, rows: number) => Promise<void>,
  ) => Promise<Site>;
  end: () => Promise<void>;
};

/**
 * Databases with very many rows take minutes to fill. They are made in a PostgreSQL of this run's own, or in the folder
 * that BENCH_DATA names, where they stay, and the next run brings them up to date instead of filling them.
 */
export async function openSites(): Promise<Sites> {
  const kept = process.env.BENCH_DATA;
  const scratch = kept ? null : await mkdtemp(join(tmpdir(), "choba-bench-"));
  const folder = kept ?? join(scratch ?? "", "postgres");
  const settings = ["fsync=off", "shared_buffers=1GB", "maintenance_work_mem=2GB", "max_wal_size=8GB", "jit=off"];
  const postgres = await startPostgres({ folder, port: await freePort(), settings });
  return {
    open: async (kind, rows, role, fill) => {
      const url = await filled(postgres, { name: `${kind}_${rows}`, fill: (client) => fill(client, rows) });
      const client = new Client({ connectionString: url });
      await client.connect();
      const pool = new Pool({ connectionString: url, max: 4 });
      const { db, asked } = recordQueries(pool);
      const actor = { kind: "user", id: "x", name: "x", email: "x@test.example", role } as const;
      // What is read here asks for nothing but the database.
      const ctx = { actor, environment: "sandbox", db, now: () => new Date() } as unknown as Ctx;
      const close = async () => {
        await pool.end();
        await client.end();
      };
      return { rows, url, client, ctx, asked, close };
    },
    end: async () => {
      await postgres.stop();
      if (scratch === null) return;
      await rm(postgres.folder, { recursive: true });
      await rm(scratch, { recursive: true });
    },
  };
}

type Filling = { name: string; fill: (client: Client) => Promise<void> };

async function filled(postgres: Awaited<ReturnType<typeof startPostgres>>, { name, fill }: Filling): Promise<string> {
  const admin = new Client({ connectionString: postgres.url("postgres") });
  await admin.connect();
  const { rowCount } = await admin.query(
    "select from pg_database where datname = $1 and shobj_description(oid, 'pg_database') = 'filled'",
    [name],
  );
  // One that was left half filled is begun again.
  if (!rowCount) await admin.query(`drop database if exists ${name}`);
  await postgres.ensureDatabase(name);
  const url = postgres.url(name);
  await migrateDatabase(url);
  const client = new Client({ connectionString: url });
  await client.connect();
  if (rowCount) await client.query("vacuum (analyze)");
  else await fill(client);
  await client.end();
  await admin.query(`comment on database ${name} is 'filled'`);
  await admin.end();
  return url;
}

/** Milliseconds of each reading, in turns, so that what else the machine does meets them alike. */
export async function timesOf(reads: (() => Promise<unknown>)[], times: number): Promise<number[]> {
  const rounds = reads.map((): number[] => []);
  for (let round = 0; round <= ROUNDS; round += 1)
    for (const [index, read] of reads.entries()) {
      const began = performance.now();
      for (let time = 0; time < times; time += 1) await read();
      // The first round warms the caches.
      if (round > 0) rounds[index]?.push((performance.now() - began) / times);
    }
  return rounds.map(median);
}
