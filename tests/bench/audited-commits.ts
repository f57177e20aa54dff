import { execFile, execFileSync } from "node:child_process";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import { Client } from "pg";
import { migrate } from "@/scripts/lib/migrate.mjs";
import { freePort } from "@/scripts/lib/ports.mjs";
import { startPostgres } from "@/scripts/lib/postgres.mjs";
import { bareSettings } from "@/scripts/lib/settings.mjs";
import { memoryFolder } from "../support/scratch";
import { median } from "./figures";
import { startStandby } from "./standby";

/** Changes with an audit line, committed on a primary and on a synchronous standby, each a transaction of its own. */
const CLIENTS = 32;
const COMMIT_MS = 3.7;
/** Times the way it was up to 0.2.0. */
const AIM = 10;
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);
const SECONDS = Number(process.env.BENCH_SECONDS ?? 5);

/** As `lib/jobs/linker.ts` has them. */
const PAUSE_MS = 50;
const BATCH = 1_000;

/** A link in the transaction of each line, under the lock of its chain, and a NOTIFY. */
const FORMER_WAY = `
  drop trigger awaits_link on audit_events;
  create function link_audit_event() returns trigger language plpgsql as $$
  declare last audit_links;
  begin
    perform pg_advisory_xact_lock(hashtextextended('choba audit chain ' || new.environment, 0));
    select * into last from audit_links where chain = new.environment::text::audit_chain order by position desc limit 1;
    insert into audit_links values (new.environment::text::audit_chain, coalesce(last.position, 0) + 1, new.id,
      sha256(coalesce(last.hash, '') || audit_line_text(new)));
    return null;
  end $$;
  create constraint trigger linked after insert on audit_events
    deferrable initially deferred for each row execute function link_audit_event();
  create function tell_activity() returns trigger language plpgsql as $$
  begin
    perform pg_notify('choba_activity', seen.environment::text) from (select distinct environment from fresh) seen;
    return null;
  end $$;
  create trigger told_of_new after insert on audit_events referencing new table as fresh
    for each statement execute function tell_activity();`;

const LINE = `insert into audit_events (at, environment, actor_kind, actor_id, actor_name, action, subject, detail)
  values (now(), 'sandbox', 'user', '6f1c52a2-3c4b-4c19-9a55-3a5f0f6f7c11', 'Aiko Sato', 'withdrawal.approved',
    'WD-20261125-' || :n, '{"digest": "v1:5f0c2a11:9c1185a5c5e9fc54612808977ee8f548b2258d31", "amount": "688000"}');\n`;

try {
  execFileSync("pgbench", ["--version"]);
} catch {
  console.log("\nAudited commits: not measured, there is no pgbench on this machine (Debian: postgresql-contrib).");
  process.exit(0);
}

const scratch = await memoryFolder();
const script = join(scratch, "line.sql");
await writeFile(script, `\\set n random(1, 1000000)\n${LINE}`);
const postgres = await startPostgres({
  folder: join(scratch, "postgres"),
  port: await freePort(),
  settings: ["fsync=on", "synchronous_commit=on", "wal_level=replica"],
});
const urls = { former: postgres.url("former"), now: postgres.url("now") };
for (const name of ["former", "now"] as const) {
  await postgres.ensureDatabase(name);
  await migrate({ ...bareSettings(), DATABASE_URL: urls[name] });
}
const former = new Client({ connectionString: urls.former });
await former.connect();
await former.query(FORMER_WAY);
await former.end();
let delayMs = 0;
const standby = await startStandby(postgres, join(scratch, "standby"), () => delayMs);

async function pgbench(url: string, clients: number, seconds = SECONDS) {
  const options = ["-n", "-M", "prepared", "-f", script, "-c", String(clients), "-j", "1", "-T", String(seconds)];
  const { stdout } = await promisify(execFile)("pgbench", [...options, url]);
  const perSecond = Number(/tps = ([\d.]+)/.exec(stdout)?.[1]);
  const count = Number(/actually processed: (\d+)/.exec(stdout)?.[1]);
  if (!perSecond || !count) throw new Error(`pgbench gave no rate:\n${stdout}`);
  return { perSecond, count };
}

/** Links beside the clients, as a worker does, and says how long after them it needed for the rest. */
async function withLinker<T>(work: () => Promise<T>): Promise<{ result: T; lagMs: number; linked: number }> {
  const client = new Client({ connectionString: urls.now });
  await client.connect();
  let [isOver, linked] = [false, 0];
  const link = async () => {
    for (let last = false; !last; ) {
      last = isOver;
      for (let batch = BATCH; batch === BATCH; linked += batch) {
        const { rows } = await client.query({
          name: "link",
          text: "select link_audit_lines($1) as n",
          values: [BATCH],
        });
        batch = rows[0].n;
      }
      if (!last) await pause(PAUSE_MS);
    }
  };
  const linking = link();
  const result = await work();
  isOver = true;
  const since = performance.now();
  await linking;
  await client.end();
  return { result, linked, lagMs: performance.now() - since };
}

const commitMs = async () => 1000 / (await pgbench(urls.former, 1, 2)).perSecond;
// A timer has whole milliseconds: the nearest at or below what is aimed at.
while ((await commitMs()) < COMMIT_MS - 0.5) delayMs += 1;
const waitedMs = await commitMs();

const rounds = { former: [] as number[], now: [] as number[], lagMs: [] as number[] };
for (let round = 0; round < ROUNDS; round += 1) {
  rounds.former.push((await pgbench(urls.former, CLIENTS)).perSecond);
  const { result, linked, lagMs } = await withLinker(() => pgbench(urls.now, CLIENTS));
  if (linked < result.count) throw new Error(`${result.count} lines were committed, and ${linked} linked`);
  rounds.now.push(result.perSecond);
  rounds.lagMs.push(lagMs);
}
const spread = (values: number[]) =>
  `${Math.round(median(values))}/s (${Math.round(Math.min(...values))}–${Math.round(Math.max(...values))})`;
const ratio = median(rounds.now) / median(rounds.former);
console.log(
  `\nAudited commits a second, ${CLIENTS} clients, synchronous standby, a commit of one client ${waitedMs.toFixed(1)} ms`,
);
console.log(`  chain and NOTIFY in the transaction (0.2.0)  ${spread(rounds.former)}`);
console.log(`  linked afterwards                            ${spread(rounds.now)}`);
console.log(
  `  ${ratio.toFixed(1)} ×   aim ≥ ${AIM} ${ratio >= AIM ? "✓" : "✗"}   last link ${Math.round(median(rounds.lagMs))} ms after the last commit`,
);
await standby.stop();
await postgres.stop();
await rm(scratch, { recursive: true });
