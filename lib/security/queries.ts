import "server-only";
import { isIP } from "node:net";
import { and, asc, desc, eq, isNotNull } from "drizzle-orm";
import { passkeys, recoveryCodes, totps } from "@/drizzle/schema/factors";
import { sessions } from "@/drizzle/schema/users";
import { type Ctx, requirePermission, requireUser } from "@/lib/auth/context";
import { deviceFrom } from "@/lib/auth/device";
import { relyingParty } from "@/lib/auth/factors";
import { isOpenAt } from "@/lib/auth/sessions";
import type { SecurityView, SessionView } from "./schema";

/** By what the one who asks signs in, and where they are signed in now. */
export async function getSecurity(ctx: Ctx): Promise<SecurityView> {
  requirePermission(ctx, "security:own");
  requireUser(ctx.actor);
  const { id, email, isConfined = false } = ctx.actor;
  const { db, appUrl } = ctx;
  const confirmed = and(eq(totps.userId, id), isNotNull(totps.confirmedAt));
  const [[app], held, codes, open] = await Promise.all([
    db.select({ at: totps.confirmedAt }).from(totps).where(confirmed),
    db.select().from(passkeys).where(eq(passkeys.userId, id)).orderBy(asc(passkeys.createdAt)),
    db.select().from(recoveryCodes).where(eq(recoveryCodes.userId, id)),
    openSessions(ctx, id),
  ]);
  return {
    email,
    isConfined,
    app: app?.at ? { since: app.at.toISOString() } : null,
    passkeys: held.map(({ id, name, createdAt, lastUsedAt, isSynced }) => ({
      ...{ id, name, isSynced },
      since: createdAt.toISOString(),
      lastUsedAt: lastUsedAt?.toISOString() ?? null,
    })),
    canHavePasskeys: hasName(appUrl),
    recoveryCodes: {
      left: codes.filter(({ usedAt }) => usedAt === null).length,
      madeAt: codes[0]?.createdAt.toISOString() ?? null,
      isKept: codes.some(({ keptAt, usedAt }) => keptAt !== null || usedAt !== null),
    },
    sessions: open,
  };
}

async function openSessions({ db, actor, now }: Ctx, userId: string): Promise<SessionView[]> {
  const rows = await db
    .select()
    .from(sessions)
    .where(and(eq(sessions.userId, userId), eq(sessions.awaitsFactor, false), isOpenAt(now())))
    .orderBy(desc(sessions.lastSeenAt));
  return rows.map(({ idHash, userAgent, address, createdAt, lastSeenAt }) => ({
    id: idHash,
    device: deviceFrom(userAgent),
    address,
    since: createdAt.toISOString(),
    lastSeenAt: lastSeenAt.toISOString(),
    isThis: actor.kind === "user" && actor.session === idHash,
  }));
}

/** WebAuthn works for a name, over https or on the machine itself, and never for a bare address. */
function hasName(appUrl: string): boolean {
  const name = relyingParty(appUrl);
  return !isIP(name.replace(/^\[|\]$/g, "")) && (appUrl.startsWith("https:") || name === "localhost");
}
