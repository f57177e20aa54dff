import { readFileSync } from "node:fs";
import { deposits } from "@/drizzle/schema/deposits";
import { withdrawals } from "@/drizzle/schema/withdrawals";
import type { AuditAction } from "@/lib/audit/audit-actions";
import { findMissingHeads, type KeptHead, keptHead } from "@/lib/audit/heads";
import { verifyEveryChain } from "@/lib/audit/verify";
import { createVault } from "@/lib/auth/crypto";
import { connect, openShortPool } from "@/lib/db/connection";
import { databaseProblem } from "@/lib/db/start-problem";
import { alteredDeposits } from "@/lib/deposits/integrity";
import { withSecretFiles } from "@/lib/env/secret-files";
import { parsedJson } from "@/lib/fields";
import { describeError } from "@/lib/log";
import { type AlteredOrder, flagAltered } from "@/lib/transactions/submission/integrity";
import { hasNotLeft } from "@/lib/transactions/submission/submission";
import { alteredWithdrawals } from "@/lib/withdrawals/integrity";
import { endWithUsage, optionsOf } from "./lib/options";

/**
 * npm run audit:verify: checks every chain of the audit log and prints its head, then every withdrawal and deposit
 * against it. `--freeze` freezes what was altered and has not been sent, as the console does each minute; without it
 * nothing is changed, so that a read-only connection is enough. Heads that were exported or written down earlier
 * (`--heads FILE`, `--head sandbox:120:9f…`) must be in the chains still: this shows that nothing was cut off from the
 * end, and that no chain was computed again.
 * Exit code 1: something was altered or is missing; 2: it could not be checked, as without the secret of the orders.
 */
const list = { type: "string", multiple: true, default: [] as string[] } as const;
const USAGE = "[--head CHAIN:POSITION:HASH]… [--heads FILE]… [--freeze]";
const values = optionsOf({ head: list, heads: list, freeze: { type: "boolean", default: false } }, USAGE);
const { settings, problems } = withSecretFiles(process.env);
const databaseUrl = settings.DATABASE_URL;
if (problems.length > 0 || !databaseUrl) {
  console.error(problems.join("\n") || "DATABASE_URL: is missing");
  process.exit(2);
}
const given = values.head.map((text) => {
  const [, chain, position, hash] = /^([a-z]+):(\d+):([0-9a-f]{64})$/.exec(text) ?? [];
  return keptHead.safeParse({ chain, position: Number(position), hash });
});
if (given.some(({ success }) => !success)) endWithUsage(USAGE, ["--head: must be as audit:verify printed it"]);

const pool = openShortPool(databaseUrl);
const db = connect(pool);
try {
  await verify();
} catch (error) {
  const problem = databaseProblem(error, databaseUrl);
  notChecked(problem?.problems.join("\n") ?? describeError(error).message);
} finally {
  await pool.end();
}

async function verify() {
  const kept: [source: string, heads: KeptHead[]][] = [
    ["--head", given.flatMap(({ data }) => data ?? [])],
    ...values.heads.map((file): [string, KeptHead[]] => [file, readHeadsFile(file)]),
  ];
  for (const { chain, links, unlinked, head, broken } of await verifyEveryChain(db)) {
    if (broken) {
      const line = broken.eventId === null ? "" : `, line ${broken.eventId}`;
      fail(`${chain}: BROKEN at link ${broken.position}${line}: ${broken.how}. ${links} links before it hold.`);
    } else {
      console.log(`${chain}: ${links} links hold${links === 0 ? "" : `, head ${chain}:${links}:${head}`}`);
      if (unlinked > 0) console.log(`${chain}: ${unlinked} lines are not linked yet; their digests hold`);
    }
  }
  for (const [source, heads] of kept) await verifyHeads(source, heads);
  await verifyOrders();
}

function fail(problem: string) {
  console.error(problem);
  process.exitCode = 1;
}

/** One JSON object a line, as AUDIT_HEADS_FILE, the objects of the bucket and the lines of the log are. */
function readHeadsFile(file: string): KeptHead[] {
  const lines = readFileSync(file, "utf8").split("\n");
  return lines.flatMap((line, index) => {
    if (line.trim() === "") return [];
    const read = keptHead.safeParse(parsedJson(line));
    if (!read.success) fail(`${file}: line ${index + 1} is not an exported head`);
    return read.data ?? [];
  });
}

async function verifyHeads(source: string, heads: KeptHead[]) {
  if (heads.length === 0) {
    if (source !== "--head") fail(`${source}: holds no head`);
    return;
  }
  const missing = await findMissingHeads(db, heads);
  for (const { chain, position, hash } of missing) {
    fail(`${source}: NOT IN THE CHAIN: ${chain}:${position}:${hash}. What was there was changed or cut off.`);
  }
  console.log(`${source}: ${heads.length - missing.length} of ${heads.length} heads are in the chains`);
}

/** Order, intent, approvals and the lines of the chain have to agree; without the secret the terms cannot be verified. */
async function verifyOrders() {
  const secret = settings.AUTH_SECRET;
  if (!secret) {
    notChecked("orders: not checked. Set AUTH_SECRET (and AUTH_SECRET_PREVIOUS) to check their digests.");
    return;
  }
  // Counted first: what is requested meanwhile may be checked, and says nothing of the orders before.
  const orders = (await db.$count(withdrawals)) + (await db.$count(deposits));
  const deps = { db, vault: createVault(secret, settings.AUTH_SECRET_PREVIOUS || null) };
  const unverifiable =
    (await report("withdrawals", alteredWithdrawals(deps), "withdrawal.altered")) +
    (await report("deposits", alteredDeposits(deps), "deposit.altered"));
  if (unverifiable > 0 && unverifiable >= orders) {
    notChecked("orders: none could be checked. AUTH_SECRET is not the secret of their digests.");
  }
}

/** What was found altered before stays found. */
function notChecked(problem: string) {
  console.error(problem);
  process.exitCode ??= 2;
}

/** Resolves to how many orders have a digest of an unknown secret. */
async function report(kind: string, found: AsyncIterable<AlteredOrder>, action: AuditAction): Promise<number> {
  let [altered, unverifiable] = [0, 0];
  for await (const { order, altered: what } of found) {
    // It may be the secret given here that is not the console's: such an order is not frozen.
    if (what.every((one) => one === "unknown_key")) unverifiable += 1;
    else {
      altered += 1;
      const end = values.freeze && hasNotLeft(order.submission) ? await freeze(order, action) : "";
      fail(`${kind}: ALTERED ${order.environment} ${order.referenceId}: ${what.join(", ")}${end}`);
    }
  }
  console.log(`${kind}: ${altered} altered, ${unverifiable} with a digest of an unknown secret`);
  return unverifiable;
}

/** An order that cannot be frozen, as over a read-only connection, and those after it are still said to be altered. */
async function freeze(order: AlteredOrder["order"], action: AuditAction): Promise<string> {
  const actor = { kind: "system", id: "audit:verify", name: "npm run audit:verify" } as const;
  try {
    await flagAltered({ db, actor, environment: order.environment, now: () => new Date() }, action, order);
    return ". Frozen: it will not be sent";
  } catch (error) {
    return `. NOT FROZEN: ${describeError(error).message}`;
  }
}
