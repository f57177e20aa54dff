import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Pool } from "pg";

const pgbench = (options: string[]) => promisify(execFile)("pgbench", options);

/** It comes with PostgreSQL's own packages, and not with the embedded one. */
export const hasPgbench = (): Promise<boolean> =>
  pgbench(["--version"]).then(
    () => true,
    () => false,
  );

const ACCOUNTS = 100_000;

// The least that moves money: two rows of a hundred thousand, in one order, and an entry.
const SCRIPT = `
\\set one random(1, ${ACCOUNTS})
\\set other random(1, ${ACCOUNTS})
\\set low least(:one, :other)
\\set high greatest(:one, :other)
\\set amount random(1, 1000)
begin;
update bench_accounts set balance = balance - :amount where id = :low;
update bench_accounts set balance = balance + :amount where id = :high;
insert into bench_entries (debit, credit, amount) values (:low, :high, :amount);
commit;
`;

/** Makes pgbench's tables beside ours; gives a run of so many clients for so many seconds, in transactions a second. */
export async function preparePgbench(pool: Pool, url: string) {
  await pool.query(`
    create table if not exists bench_accounts (id integer primary key, balance numeric not null) with (fillfactor = 50);
    create table if not exists bench_entries (
      id bigint generated always as identity primary key, debit integer, credit integer, amount numeric,
      at timestamptz not null default now());
    insert into bench_accounts select id, 1000000 from generate_series(1, ${ACCOUNTS}) as id on conflict do nothing;
    analyze bench_accounts;`);
  const folder = await mkdtemp(join(tmpdir(), "sandbox-bench-"));
  const script = join(folder, "two-rows-and-an-entry.sql");
  await writeFile(script, SCRIPT);

  return {
    async run(clients: number, seconds: number): Promise<number> {
      // Its clock runs while it connects, which is not counted.
      const longer = String(seconds + Math.ceil(clients / 32));
      const options = ["-n", "-M", "prepared", "-f", script, "-c", String(clients), "-j", "2", "-T", longer];
      const { stdout } = await pgbench([...options, url]);
      const rate = /tps = ([\d.]+)/.exec(stdout)?.[1];
      if (!rate) throw new Error(`pgbench gave no rate:\n${stdout}`);
      return Number(rate);
    },
    clear: () => rm(folder, { recursive: true }),
  };
}
