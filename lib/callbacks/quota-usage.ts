import "server-only";
import { sql } from "drizzle-orm";
import { callbackQuotas } from "@/drizzle/schema/callbacks";
import type { Ctx } from "@/lib/auth/context";
import type { Tx } from "@/lib/db/connection";
import { perPool } from "@/lib/db/per-pool";
import type { Environment } from "@/lib/environment";
import { log } from "@/lib/log";
import { tokyoDay } from "@/lib/time";
import type { Address } from "./batch-insert";
import { addUsage, isSample, isUsedUp, NO_USAGE, OWN_QUOTA, SHARED_QUOTA, type Usage } from "./quota";

/** Addresses held in memory; the totals of others are in the database. */
const ADDRESSES_MAX = 10_000;

type Tally = Address & {
  environment: Environment;
  day: string;
  /** The total over all instances as last read, and what this process has not written yet. */
  total: Usage;
  unwritten: Usage;
  lastAt: Date;
  lastSourceAddress: string | null;
};

/** The quotas of one database as known to this process. Instances share totals with each write. */
type Known = { byToken: Map<string, Tally>; isWriting: boolean };

const known = perPool((): Known => ({ byToken: new Map(), isWriting: false }));
const knownTo = ({ db }: Ctx) => known(db.$client);

export type Came = { token: string; sourceAddress: string | null; bytes: number };

/**
 * Whether an address is over today's quota, as known to this process.
 * @unguarded reached only through handle-callback; asks no database
 */
export function hasUsedUpQuota(ctx: Ctx, token: string): boolean {
  const tally = knownTo(ctx).byToken.get(token);
  if (tally === undefined || tally.day !== tokyoDay(ctx.now())) return false;
  return isUsedUp(addUsage(tally.total, tally.unwritten), tally.isShared ? SHARED_QUOTA : OWN_QUOTA);
}

/**
 * Counts a stored delivery that is not signed.
 * @unguarded reached only through handle-callback; counts in memory
 */
export function noteKept(ctx: Ctx, came: Came, address: Address): void {
  note(ctx, came, address, { kept: 1, keptBytes: came.bytes, notKept: 0 });
}

/**
 * Counts a delivery over the quota. True if it is to be stored as a sample.
 * @unguarded reached only through handle-callback; counts in memory
 */
export function noteBeyond(ctx: Ctx, came: Came): boolean {
  const tally = knownTo(ctx).byToken.get(came.token);
  if (tally === undefined) return true;
  note(ctx, came, tally, { ...NO_USAGE, notKept: 1 });
  return isSample(tally.total.notKept + tally.unwritten.notKept);
}

function note(ctx: Ctx, { token, sourceAddress }: Came, { address, isShared }: Address, usage: Usage): void {
  const known = knownTo(ctx);
  const { byToken } = known;
  const day = tokyoDay(ctx.now());
  let tally = byToken.get(token);
  if (tally === undefined || tally.day !== day) {
    if (byToken.size >= ADDRESSES_MAX) byToken.clear();
    const none = { total: NO_USAGE, unwritten: NO_USAGE, lastAt: ctx.now(), lastSourceAddress: null };
    tally = { address, isShared, environment: ctx.environment, day, ...none };
    byToken.set(token, tally);
  }
  tally.unwritten = addUsage(tally.unwritten, usage);
  tally.lastAt = ctx.now();
  tally.lastSourceAddress = sourceAddress;
  if (!known.isWriting) void write(ctx, known);
}

/** Writes the counts in the background. A killed process loses what it had not written. */
async function write(ctx: Ctx, known: Known): Promise<void> {
  known.isWriting = true;
  try {
    for (let all = unwrittenOf(known); all.length > 0; all = unwrittenOf(known)) {
      for (const tally of all) await writeOne(ctx, tally);
    }
  } catch (error) {
    log.warn({ error }, "callback: the use of quotas was not counted");
  } finally {
    known.isWriting = false;
  }
}

const unwrittenOf = ({ byToken }: Known) =>
  [...byToken.values()].filter(({ unwritten }) => unwritten.kept > 0 || unwritten.notKept > 0);

async function writeOne({ db }: Ctx, tally: Tally): Promise<void> {
  const { address, day, environment, lastAt, lastSourceAddress, unwritten: added } = tally;
  tally.unwritten = NO_USAGE;
  const isFirstBeyond = tally.total.notKept === 0 && added.notKept > 0;
  tally.total = addUsage(tally.total, added);
  const { kept, keptBytes, notKept } = callbackQuotas;
  const [total] = await db
    .insert(callbackQuotas)
    .values({ address, day, environment, ...added, lastAt, lastSourceAddress })
    .onConflictDoUpdate({
      target: [callbackQuotas.address, callbackQuotas.day],
      set: {
        kept: sql`${kept} + ${added.kept}`,
        keptBytes: sql`${keptBytes} + ${added.keptBytes}`,
        notKept: sql`${notKept} + ${added.notKept}`,
        ...{ lastAt, lastSourceAddress },
      },
    })
    .returning({ kept, keptBytes, notKept });
  if (total) tally.total = total;
  if (isFirstBeyond) {
    const about = { environment, address, sourceAddress: lastSourceAddress };
    log.warn(about, "callback: an address has had its quota of today; further junk is counted and sampled");
  }
}

/** Returns the quota that a delivery used, once it proved to be about an order. */
export async function giveQuotaBack(tx: Tx, address: string, receivedAt: Date, bytes: number): Promise<void> {
  const { kept, keptBytes } = callbackQuotas;
  await tx
    .update(callbackQuotas)
    .set({ kept: sql`greatest(${kept} - 1, 0)`, keptBytes: sql`greatest(${keptBytes} - ${bytes}, 0)` })
    .where(sql`${callbackQuotas.address} = ${address} and ${callbackQuotas.day} = ${tokyoDay(receivedAt)}`);
}
