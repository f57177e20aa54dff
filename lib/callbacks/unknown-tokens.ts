import "server-only";
import { sql } from "drizzle-orm";
import { unknownTokenCalls } from "@/drizzle/schema/callbacks";
import type { Ctx } from "@/lib/auth/context";
import { perPool } from "@/lib/db/per-pool";
import type { Environment } from "@/lib/environment";
import { log } from "@/lib/log";
import { KNOWN } from "./batch-insert-sql";

/** From this many unknown tokens a minute on, a source's tokens are checked before the body is read. */
const TRUSTED_CALLS = 20;
const MINUTE_MS = 60_000;
/** Sources held in memory; any further ones of the same minute are treated as suspects. */
const SOURCES_MAX = 10_000;

type Counted = { calls: number; lastAt: Date; lastSourceAddress: string | null };

/** Counts not written yet. Bounded: sources by number, counts by environment. */
type Seen = {
  minute: number;
  bySource: Map<string | null, number>;
  unwritten: Map<Environment, Counted>;
  writing: boolean;
  /** Suspects are looked up one after another, so that a flood uses one connection. */
  line: Promise<unknown>;
};

const nothingSeen = { minute: 0, writing: false, line: Promise.resolve() };
const seenIn = perPool((): Seen => ({ ...nothingSeen, bySource: new Map(), unwritten: new Map() }));
const seenBy = ({ db }: Ctx) => seenIn(db.$client);

/**
 * False if the token does not exist. A valid delivery is never refused because of its source, as one proxy may forward
 * for all senders: a suspect's token is only checked earlier.
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
 * Counts a call with an unknown token. Written hourly in the background; a killed process loses some.
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
