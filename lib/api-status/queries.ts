import "server-only";
import { and, desc, eq, gt, inArray, isNotNull, isNull, sql, sum } from "drizzle-orm";
import { apiFacts } from "@/drizzle/schema/api-drift";
import { unknownTokenCalls } from "@/drizzle/schema/callbacks";
import { deliveries } from "@/drizzle/schema/deliveries";
import { exchanges } from "@/drizzle/schema/evidence";
import { type Ctx, requirePermission } from "@/lib/auth/context";
import { REFUSALS } from "@/lib/callbacks/delivery";
import { signingOf } from "@/lib/callbacks/queries";
import type { DashboardView } from "@/lib/dashboard/schema";
import { WINDOW } from "@/lib/db/bounded-scan";
import { driftSeconds, isDrifting } from "@/lib/payments-api/clock";
import { pausedUntil } from "@/lib/transactions/polling/admission";
import { countCallbackDays } from "./callback-days";
import type { ConnectionView } from "./schema";
import { ANNOUNCED_FACTS, announcedSeen, type SeenFact, STRANGE, strangeIn } from "./state";

/** Whether the service answers us, and whether its clock and ours agree, as far as our own questions have shown. */
export async function getServiceHealth(ctx: Ctx): Promise<DashboardView["service"]> {
  requirePermission(ctx, "transactions:read");
  const { db, environment } = ctx;
  const { environment: where, serviceTime, answeredAt, sentAt, rawRemovedAt } = exchanges;
  // Read as far as the first of this environment: the other one may have many newer ones.
  const newest = db
    .select({ where, serviceTime, answeredAt, sentAt })
    .from(exchanges)
    .where(isNull(rawRemovedAt))
    .orderBy(desc(sentAt))
    .limit(WINDOW)
    .as("newest");
  const [until, [heard]] = await Promise.all([
    pausedUntil(ctx),
    db
      .select()
      .from(newest)
      .where(and(eq(newest.where, environment), isNotNull(newest.serviceTime), isNotNull(newest.answeredAt)))
      .orderBy(desc(newest.sentAt))
      .limit(1),
  ]);
  const drift = heard?.serviceTime && heard.answeredAt ? driftSeconds(heard.serviceTime, heard.answeredAt) : 0;
  return {
    pausedUntil: until,
    driftSeconds: isDrifting(drift) ? Math.round(drift) : null,
  };
}

const DAY_MS = 86_400_000;
/** Undocumented fields and values listed. */
const SHOWN = 200;

/** What is known of the connection of this environment without asking the service. */
export async function getApiStatus(ctx: Ctx): Promise<ConnectionView> {
  requirePermission(ctx, "activity:read");
  const { db, environment } = ctx;
  const { environment: where, receivedAt, id, refusal } = deliveries;
  const newest = db.select({ at: receivedAt }).from(deliveries).where(eq(where, environment));
  const [[last], refused, signing, [unknownCalls], announced, strange, days] = await Promise.all([
    newest.orderBy(desc(receivedAt), desc(id)).limit(1),
    lastRefused(ctx),
    signingOf(db, environment),
    db
      .select({ calls: sum(unknownTokenCalls.calls) })
      .from(unknownTokenCalls)
      .where(
        and(
          eq(unknownTokenCalls.environment, environment),
          gt(unknownTokenCalls.hour, new Date(ctx.now().getTime() - DAY_MS)),
        ),
      ),
    // Few values each, however many undocumented ones were seen since.
    factsAmong(ctx, ANNOUNCED_FACTS),
    factsAmong(ctx, STRANGE).limit(SHOWN),
    countCallbackDays(ctx),
  ]);
  return {
    lastCallbackAt: last?.at.toISOString() ?? null,
    lastRefused: refused,
    signing,
    unknownTokenCalls: Number(unknownCalls?.calls ?? 0),
    announced: announcedSeen(announced.map(seenFact)),
    strange: strangeIn(strange.map(seenFact)),
    days,
  };

  /** The newest of each refusal by its index, and the newest of those. */
  async function lastRefused({ db }: Ctx): Promise<ConnectionView["lastRefused"]> {
    const each = await Promise.all(
      REFUSALS.map(async (one) => {
        const [row] = await db
          .select({ at: receivedAt })
          .from(deliveries)
          .where(and(eq(where, environment), eq(refusal, one)))
          .orderBy(desc(receivedAt), desc(id))
          .limit(1);
        return row ? [{ at: row.at.toISOString(), refusal: one }] : [];
      }),
    );
    return each.flat().sort((a, b) => (a.at < b.at ? 1 : -1))[0] ?? null;
  }
}

/** The newest first. */
const factsAmong = ({ db, environment }: Ctx, facts: readonly string[]) =>
  db
    .select()
    .from(apiFacts)
    .where(and(eq(apiFacts.environment, environment), inArray(apiFacts.fact, [...facts])))
    .orderBy(desc(apiFacts.lastSeenAt), sql`${apiFacts.fact}, ${apiFacts.value}`);

const seenFact = ({ fact, value, firstSeenAt, lastSeenAt }: typeof apiFacts.$inferSelect): SeenFact => ({
  ...{ fact, value },
  firstSeenAt: firstSeenAt.toISOString(),
  lastSeenAt: lastSeenAt.toISOString(),
});
