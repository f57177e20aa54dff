import "server-only";
import { sql } from "drizzle-orm";
import type { Pool } from "pg";
import { unknownTokenCalls } from "@/drizzle/schema/callbacks";
import type { Ctx } from "@/lib/auth/context";
import type { Environment } from "@/lib/environment";
import { log } from "@/lib/log";
import { KNOWN } from "./batch-insert-sql";

/** A source with so many unknown tokens a minute is checked before its body is read. */
const TRUSTED_CALLS = 20;
const MINUTE_MS = 60_000;
/** Sources that are remembered at a time; more of them in one minute are all held to be strangers. */
const SOURCES_MAX = 10_000;

type Counted = { calls: number; lastAt: Date; lastSourceAddress: string | null };

/** What this process has seen and not yet written down. Bounded: sources by number, counts by environment. */
type Seen = {
  minute: number;
  bySource: Map<string | null, number>;
  unwritten: Map<Environment, Counted>;
  writing: boolean;
  /** Strangers are looked up one after another, so that a flood of them costs one connection. */
  line: Promise<unknown>;
};

const kept = new WeakMap<Pool, Seen>();

function seenBy({ db }: Ctx): Seen {
  const known = kept.get(db.$client);
  if (known) return known;
  const none: Seen = {
    minute: 0,
    bySource: new Map(),
    unwritten: new Map(),
    writing: false,
    line: Promise.resolve(),
  };
  kept.set(db.$client, none);
  return none;
}

/**
 * False where the token cannot be anybody's. A good delivery is never turned away for what its source did before, as
 * one proxy may stand before all of them: a suspect is only looked up before its body is read.
 *
 * @unguarded reached only through handle-callback; asks no database
 */
export async function mayBeKnownToken(ctx: Ctx, token: string, sourceAddress: string | null): Promise<boolean> {
  if (!/^[\w-]{16,128}$/.test(token)) return false;
  const seen = seenBy(ctx);
  forget(seen, ctx.now());
  const recent = seen.bySource.get(sourceAddress) ?? (seen.bySource.size < SOURCES_MAX ? 0 : TRUSTED_CALLS);
  if (recent < TRUSTED_CALLS) return true;

  const { environment, db } = ctx;
  const asked = seen.line.then(() =>
    db.$client.query({ name: "known-address", text: KNOWN, values: [environment, token] }),
  );
  seen.line = asked.then(
    () => undefined,
    () => undefined,
  );
  return (await asked).rowCount !== 0;
}

/**
 * Counts a call with an unknown token. Written by the hour in the background; a killed process loses some.
 *
 * @unguarded reached only through handle-callback; counts unknown tokens
 */
export function countUnknownToken(ctx: Ctx, sourceAddress: string | null): void {
  const seen = seenBy(ctx);
  forget(seen, ctx.now());
  if (seen.bySource.has(sourceAddress) || seen.bySource.size < SOURCES_MAX) {
    seen.bySource.set(sourceAddress, (seen.bySource.get(sourceAddress) ?? 0) + 1);
  }
  const calls = (seen.unwritten.get(ctx.environment)?.calls ?? 0) + 1;
  seen.unwritten.set(ctx.environment, { calls, lastAt: ctx.now(), lastSourceAddress: sourceAddress });
  if (!seen.writing) void write(ctx, seen);
}

function forget(seen: Seen, now: Date) {
  const minute = Math.floor(now.getTime() / MINUTE_MS);
  if (minute === seen.minute) return;
  seen.minute = minute;
  seen.bySource.clear();
}

async function write(ctx: Ctx, seen: Seen): Promise<void> {
  seen.writing = true;
  try {
    while (seen.unwritten.size > 0) {
      const counted = [...seen.unwritten];
      seen.unwritten.clear();
      for (const [environment, { calls, lastAt, lastSourceAddress }] of counted) {
        const hour = new Date(Math.floor(lastAt.getTime() / (60 * MINUTE_MS)) * 60 * MINUTE_MS);
        await ctx.db
          .insert(unknownTokenCalls)
          .values({ environment, hour, calls, lastAt, lastSourceAddress })
          .onConflictDoUpdate({
            target: [unknownTokenCalls.environment, unknownTokenCalls.hour],
            set: { calls: sql`${unknownTokenCalls.calls} + ${calls}`, lastAt, lastSourceAddress },
          });
      }
    }
  } catch (error) {
    log.warn({ error }, "callback: calls to unknown addresses were not counted");
  } finally {
    seen.writing = false;
  }
}
