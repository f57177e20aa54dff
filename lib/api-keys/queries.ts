import "server-only";
import { asc, desc, eq, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { apiKeys } from "@/drizzle/schema/api-keys";
import { freezes } from "@/drizzle/schema/freezes";
import { users } from "@/drizzle/schema/users";
import { type Ctx, requirePermission } from "@/lib/auth/context";
import { openProposals } from "@/lib/auth/dual-control";
import { leftHolders } from "@/lib/auth/left-holders";
import { requestedIn24Hours } from "@/lib/limits/counted-sums";
import { tokyoDay } from "@/lib/time";
import { isOpenFreeze } from "@/lib/transactions/freezes/guard";
import { workingHolders } from "./holders";
import { type ApiKeyView, stateOf } from "./schema";
import { validFormer } from "./secret";
import { UNATTENDED } from "./unattended";

const creator = alias(users, "creator");
const revoker = alias(users, "revoker");

/** The keys of the environment without their secrets, those in use first. */
export async function listApiKeys(ctx: Ctx): Promise<ApiKeyView[]> {
  requirePermission(ctx, "api_keys:manage");
  const { db, environment, now } = ctx;
  const [rows, proposed, frozen] = await Promise.all([
    db
      .select({ key: apiKeys, createdBy: creator.name, revokedBy: revoker.name })
      .from(apiKeys)
      .innerJoin(creator, eq(creator.id, apiKeys.createdBy))
      .leftJoin(revoker, eq(revoker.id, apiKeys.revokedBy))
      .where(eq(apiKeys.environment, environment))
      .orderBy(sql`${apiKeys.revokedAt} desc nulls first`, desc(apiKeys.createdAt), asc(apiKeys.id)),
    openProposals(ctx, UNATTENDED),
    db.select({ userId: freezes.userId }).from(freezes).where(isOpenFreeze(environment)),
  ]);
  const active = rows.flatMap(({ key }) => (stateOf(key, now()) === "active" ? [key] : []));
  const left = await leftHolders(db, active, {
    holdersOf: (key) => workingHolders(key, now()),
    permission: "api_keys:manage",
  });
  return Promise.all(
    rows.map(async ({ key, createdBy, revokedBy }): Promise<ApiKeyView> => {
      const { id: keyId, name, prefix, scopes, networks, unattended, expiresAt } = key;
      const limits = key.limits.map(async ({ currency, amount }) => {
        const used = await requestedIn24Hours(db, ctx, { currency, requestedBy: keyId });
        return { currency, amount, used };
      });
      const open = proposed.find(({ subject }) => subject === keyId);
      return {
        ...{ keyId, name, prefix, scopes, networks, unattended, createdBy, state: stateOf(key, now()) },
        limits: await Promise.all(limits),
        proposal: open?.proposal ?? null,
        lastDay: expiresAt && tokyoDay(new Date(expiresAt.getTime() - 1)),
        createdAt: key.createdAt.toISOString(),
        rotatedAt: key.rotatedAt?.toISOString() ?? null,
        formerUntil: validFormer(key, now()).at(-1)?.until ?? null,
        revoked: key.revokedAt && { at: key.revokedAt.toISOString(), by: revokedBy ?? "" },
        lastUsed: key.lastUsedAt && { at: key.lastUsedAt.toISOString(), from: key.lastUsedFrom },
        left: left.get(key) ?? [],
        frozen: frozen.some(({ userId }) => userId === keyId),
      };
    }),
  );
}
