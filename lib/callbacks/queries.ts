import "server-only";
import { and, count, desc, eq, gt, gte, isNull, max, notExists, sql, sum } from "drizzle-orm";
import { callbackAddresses, callbackQuotas } from "@/drizzle/schema/callbacks";
import { deliveries } from "@/drizzle/schema/deliveries";
import { users } from "@/drizzle/schema/users";
import { type Ctx, requirePermission } from "@/lib/auth/context";
import { changeInForce, type DualControl, openProposals } from "@/lib/auth/dual-control";
import { missingProof } from "@/lib/auth/factors";
import type { Db, Tx } from "@/lib/db/connection";
import type { Environment } from "@/lib/environment";
import { tokyoDay } from "@/lib/time";
import type { CallbackAddresses, ForgedView, SignatureLockView, Signing } from "./signature-policy";

/** The environment's shared callback addresses, for orders that other systems create. */
export async function callbackAddress(ctx: Ctx): Promise<CallbackAddresses> {
  requirePermission(ctx, "callbacks:read");
  const { db, environment, appUrl } = ctx;
  const heard = and(eq(callbackAddresses.environment, environment), isNull(callbackAddresses.retiredAt));
  const lastUsed = db
    .select({ at: max(deliveries.receivedAt).as("last_used_at") })
    .from(deliveries)
    .where(eq(deliveries.environmentAddress, callbackAddresses.id))
    .as("uses");
  const rows = await db
    .select({
      ...{ address: callbackAddresses, madeBy: users.name, lastUsedAt: lastUsed.at },
      overQuota: callbackQuotas.notKept,
    })
    .from(callbackAddresses)
    .innerJoin(users, eq(users.id, callbackAddresses.madeBy))
    .leftJoinLateral(lastUsed, sql`true`)
    .leftJoin(
      callbackQuotas,
      and(eq(callbackQuotas.address, callbackAddresses.id), eq(callbackQuotas.day, tokyoDay(ctx.now()))),
    )
    .where(heard)
    .orderBy(desc(callbackAddresses.madeAt), desc(callbackAddresses.id));
  const [current = null, ...older] = rows.map(({ address: { id, token, madeAt }, madeBy, lastUsedAt, overQuota }) => ({
    ...{ id, url: `${appUrl}/api/callbacks/${environment}/${token}`, madeBy, madeAt: madeAt.toISOString() },
    ...{ lastUsedAt: lastUsedAt?.toISOString() ?? null, overQuota: overQuota ?? 0 },
  }));
  return { current, older, own: await ownOverQuota(ctx) };
}

async function ownOverQuota({ db, environment, now }: Ctx): Promise<CallbackAddresses["own"]> {
  const { address, day, notKept } = callbackQuotas;
  const shared = db
    .select({ id: callbackAddresses.id })
    .from(callbackAddresses)
    .where(eq(callbackAddresses.id, address));
  const today = and(eq(callbackQuotas.environment, environment), eq(day, tokyoDay(now())), gt(notKept, 0));
  const [counted] = await db
    .select({ addresses: count(), overQuota: sum(notKept) })
    .from(callbackQuotas)
    .where(and(today, notExists(shared)));
  return { addresses: counted?.addresses ?? 0, overQuota: Number(counted?.overQuota ?? 0) };
}

/** Whether signatures are required, how recent deliveries were signed, and the pending proposal. */
export async function getSignatureLock(ctx: Ctx): Promise<SignatureLockView> {
  requirePermission(ctx, "callbacks:read");
  const { db, environment } = ctx;
  const [open] = await openProposals(ctx, SIGNATURE_LOCK);
  const [locked, signing] = [await isLocked(db, environment), await signingOf(db, environment)];
  return { isLocked: locked, signing, proposal: open?.proposal ?? null };
}

export const SIGNATURE_LOCK: DualControl<{ locks: boolean }> = {
  kind: "signature_lock",
  missing: missingProof,
  audit: (step, { id, change }) => ({ action: `callbacks.lock_${step}`, subject: id, detail: change }),
};

export const isLocked = async (db: Db | Tx, environment: Environment): Promise<boolean> =>
  (await changeInForce(db, environment, SIGNATURE_LOCK))?.locks ?? false;

const LOOKED_AT = 100;

/** How recent deliveries were signed. */
export async function signingOf(db: Db | Tx, environment: Environment): Promise<Signing> {
  const rows = await db
    .select({ signature: deliveries.signature })
    .from(deliveries)
    .where(eq(deliveries.environment, environment))
    .orderBy(desc(deliveries.receivedAt), desc(deliveries.id))
    .limit(LOOKED_AT);
  const of = (kind: string) => rows.filter(({ signature }) => signature === kind).length;
  const newest = rows.find(({ signature }) => signature === "valid" || signature === "absent");
  return {
    seen: rows.length,
    valid: of("valid"),
    unsigned: of("absent"),
    wrong: of("wrong"),
    unread: of("unchecked"),
    newest: newest ? (newest.signature === "valid" ? "valid" : "unsigned") : null,
  };
}

const ALARM_HOURS = 24;
const ALARMS_COUNTED = 1_000;

/** Deliveries of the last day with a wrong signature: forged, or our secret differs from the service's. */
export async function countForged(ctx: Ctx): Promise<ForgedView> {
  requirePermission(ctx, "activity:read");
  const since = new Date(ctx.now().getTime() - ALARM_HOURS * 3_600_000);
  const failed = and(
    eq(deliveries.environment, ctx.environment),
    eq(deliveries.refusal, "wrong_signature"),
    gte(deliveries.receivedAt, since),
  );
  const some = ctx.db
    .select({ at: deliveries.receivedAt })
    .from(deliveries)
    .where(failed)
    .orderBy(desc(deliveries.receivedAt))
    .limit(ALARMS_COUNTED)
    .as("some");
  const [counted] = await ctx.db.select({ count: count(), lastAt: max(some.at) }).from(some);
  const { count: found, lastAt } = counted ?? { count: 0, lastAt: null };
  const isMore = found >= ALARMS_COUNTED;
  return { count: found, isMore, from: tokyoDay(since), lastAt: lastAt?.toISOString() ?? null };
}
