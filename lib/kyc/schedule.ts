import "server-only";
import { eq } from "drizzle-orm";
import { type Registration, registrations } from "@/drizzle/schema/registrations";
import type { Ctx } from "@/lib/auth/context";
import type { Tx } from "@/lib/db/connection";
import { enqueue } from "@/lib/db/enqueue";
import { backoffMs, hintBackoffMs } from "@/lib/transactions/polling/backoff";
import { isUnknown, isWatched, mayExist } from "@/lib/transactions/submission/submission";
import { playerBackoffMs } from "./backoff";
import { isDecided, isNotFoundAtService } from "./state";

/**
 * `from`: not before then, as the service is not asked until then. `hinted`: caused by a callback that proves nothing;
 * however many arrive, one check is pending, after all other jobs. `again`: after a planned check without an answer, also of a
 * decided player, about whom a callback may have had news that does not come twice. `planned`: stays as it was planned.
 */
export type When = "now" | "hinted" | "in_a_while" | "again" | { from: Date } | { planned: Date };

/** Plans the next status check of a registration, or none where nothing more is expected of it. Replaces one already planned. */
export async function scheduleNextPoll(tx: Tx, ctx: Ctx, registrationRow: string, when: When) {
  const mine = eq(registrations.id, registrationRow);
  const [row] = await tx.select().from(registrations).where(mine).for("update");
  if (!row) throw new Error(`no registration ${registrationRow}`);

  const { environment, playerId } = row;
  // "Not found" may be the answer to a wrong channel: it is asked until there is another one.
  const isUnsettled = !isDecided(row.status) || isNotFoundAtService(row);
  const isOpen = isWatched(row.submission) && row.submission !== "not_created" && isUnsettled;
  const wanted = row.supersededAt === null && (when === "in_a_while" ? isOpen : mayExist(row.submission));
  const nextPollAt = wanted ? momentOf(ctx, row, when) : null;
  const mayStay = when === "hinted" || when === "again";
  const isLast = mayStay || (typeof when === "object" && "planned" in when);
  if (mayStay && nextPollAt !== null && isPlannedBefore(ctx, row, nextPollAt)) return;
  await tx.update(registrations).set({ nextPollAt }).where(mine);
  if (nextPollAt === null) return;
  const key = `ask-player:${environment}:${playerId}`;
  await enqueue(tx, "poll-player", { environment, playerId }, { runAt: nextPollAt, key, isLast });
}

/** One whose time has come may be on its way, with an answer from before the callback. */
const isPlannedBefore = (ctx: Ctx, { nextPollAt: planned }: Registration, otherwise: Date) =>
  planned !== null && planned <= otherwise && planned > ctx.now();

/** The longest until a check of a decided player is repeated whose callback does not come twice. */
const AGAIN_MS = 60 * 60_000;
/** Spreads the retries of players over this many ms after the circuit closes. */
const SPREAD_MS = 10_000;

function momentOf(ctx: Ctx, row: Registration, when: When): Date {
  if (typeof when === "object" && "planned" in when) return when.planned;
  if (typeof when === "object") return new Date(when.from.getTime() + Math.round(SPREAD_MS * spread(ctx)));
  return new Date(ctx.now().getTime() + waitMs(ctx, row, when));
}

function waitMs(ctx: Ctx, row: Registration, when: "now" | "hinted" | "in_a_while" | "again"): number {
  if (when === "now") return 0;
  if (when === "in_a_while") return wait(ctx, row);
  if (when === "again") return isDecided(row.status) ? Math.min(AGAIN_MS, wait(ctx, row)) : wait(ctx, row);
  const { polls, lastPolledAt } = row;
  const sinceMs = lastPolledAt === null ? Number.POSITIVE_INFINITY : ctx.now().getTime() - lastPolledAt.getTime();
  return Math.max(0, hintBackoffMs(polls) - sinceMs);
}

const spread = (ctx: Ctx) => Number.parseInt(ctx.random(2), 16) / 0xffff;

function wait(ctx: Ctx, { polls, submission, sentAt, createdAt }: Registration): number {
  if (isUnknown(submission)) return backoffMs({ polls, pace: "usual", spread: spread(ctx) });
  const ageMs = ctx.now().getTime() - (sentAt ?? createdAt).getTime();
  return playerBackoffMs({ polls, ageMs, spread: spread(ctx) });
}
