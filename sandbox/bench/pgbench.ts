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

/** So many withdrawals as the sandbox writes them, and nothing around it: the rows are made where they are written. */
export const batchOf = (size: string) => `
with given as materialized (
  select uuidv7() as id, gen_random_uuid()::text as reference from generate_series(1, ${size}::int)
), written as (
  insert into orders
  select id, 'P140737488355327', 1, reference, 0, 'WITHDRAW', 'SUCCESS', 'JPY', 100, 151, 251, 'BANK_TRANSFER',
    'player-1', 'http://127.0.0.1:1/callback',
    '{"receiver": null, "given": {"destination": "0001", "destinationAccount": "0123456"}}', null, now(), now(), null, null
  from given
)
insert into postings (transaction_id, reason, debit, credit, amount)
select given.id, 'HOLD', debit.id, credit.id, 251 from given, accounts as debit, accounts as credit
where (debit.merchant, debit.currency, debit.kind) = (1, 'JPY', 'available')
  and (credit.merchant, credit.currency, credit.kind) = (1, 'JPY', 'held');
`;

/** Makes pgbench's tables beside ours; gives runs of so many seconds, in transactions or withdrawals a second. */
export async function preparePgbench(pool: Pool, url: string) {
  await pool.query(`
    create table if not exists bench_accounts (id integer primary key, balance numeric not null) with (fillfactor = 50);
    create table if not exists bench_entries (
      id bigint generated always as identity primary key, debit integer, credit integer, amount numeric,
      at timestamptz not null default now());
    insert into bench_accounts select id, 1000000 from generate_series(1, ${ACCOUNTS}) as id on conflict do nothing;
    analyze bench_accounts;`);
  const folder = await mkdtemp(join(tmpdir(), "sandbox-bench-"));
  const [script, batch] = [join(folder, "two-rows-and-an-entry.sql"), join(folder, "batch.sql")];
  await Promise.all([writeFile(script, SCRIPT), writeFile(batch, batchOf(":size"))]);

  async function measure(clients: number, seconds: number, options: string[]): Promise<number> {
    // Its clock runs while it connects, which is not counted.
    const longer = String(seconds + Math.floor(clients / 32));
    const common = ["-n", "-M", "prepared", "-c", String(clients), "-j", String(Math.min(clients, 2)), "-T", longer];
    const { stdout } = await pgbench([...common, ...options, url]);
    const rate = /tps = ([\d.]+)/.exec(stdout)?.[1];
    if (!rate) throw new Error(`pgbench gave no rate:\n${stdout}`);
    return Number(rate);
  }

  return {
    /** Two rows and an entry, by so many clients at once. */
    run: (clients: number, seconds: number) => measure(clients, seconds, ["-f", script]),
    /** Withdrawals of one account in batches of this size, each sent when the one before it is committed. */
    batches: async (size: number, seconds: number) =>
      size * (await measure(1, seconds, ["-f", batch, "-D", `size=${size}`])),
    clear: () => rm(folder, { recursive: true }),
  };
}
