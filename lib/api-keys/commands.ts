import "server-only";
import { and, eq, isNull } from "drizzle-orm";
import { apiKeys } from "@/drizzle/schema/api-keys";
import { users } from "@/drizzle/schema/users";
import { record } from "@/lib/audit/record";
import { type Ctx, requirePermission, userIdOf } from "@/lib/auth/context";
import { APPLIED, type CannotPropose, decide, propose } from "@/lib/auth/dual-control";
import { proven } from "@/lib/auth/factors";
import type { Problem } from "@/lib/auth/problem";
import type { ProposalDecision } from "@/lib/auth/proposal";
import type { ProofNeeded } from "@/lib/auth/step-up";
import { insertRow } from "@/lib/db/insert-row";
import { lockNamed } from "@/lib/db/locks";
import { problem } from "@/lib/fields";
import { err, ok, type Result } from "@/lib/result";
import { tokyoDay, tokyoDayRange } from "@/lib/time";
import { type ApiKeyInput, stateOf, type UnattendedInput } from "./schema";
import { FORMER_SECRET_MS, hashOfSecret, prefixOf, SECRET_BYTES, secretOf, validFormer } from "./secret";
import { UNATTENDED } from "./unattended";

type OneKey = { keyId: string };
type NoKey = { kind: "no_key" };

/** Makes a key. Its secret is returned once and never shown again. */
export async function createApiKey(
  ctx: Ctx,
  { name, scopes, networks, lastDay, limits }: ApiKeyInput,
): Promise<Result<{ keyId: string; secret: string }, ProofNeeded | Problem>> {
  requirePermission(ctx, "api_keys:manage");
  // It would have expired already, and its secret would be handed on for nothing.
  if (lastDay !== "" && lastDay < tokyoDay(ctx.now()))
    return err({ kind: "invalid", fields: { lastDay: problem("dayOver") } });
  const createdBy = userIdOf(ctx);
  const { environment } = ctx;
  const secret = secretOf(environment, ctx.random(SECRET_BYTES));
  return proven(ctx, async (tx) => {
    await lockNamed(tx, `names of API keys in ${environment}`);
    const named = and(eq(apiKeys.environment, environment), eq(apiKeys.name, name), isNull(apiKeys.revokedAt));
    if ((await tx.$count(apiKeys, named)) > 0) return err({ kind: "invalid", fields: { name: problem("apiKeyName") } });
    const email = `${ctx.random(16)}@api-key.invalid`;
    // What screens show as the requester. It can never sign in.
    const person = { email, name: `${name} (API)`, role: "api_key" as const, passwordHash: "", createdAt: ctx.now() };
    const keyId = await insertRow(tx, users, person);
    const key = { name, scopes: [...new Set(scopes)], networks, limits, prefix: prefixOf(environment, secret) };
    const expiresAt = tokyoDayRange(lastDay)?.before ?? null;
    await tx.insert(apiKeys).values({
      ...{ id: keyId, environment, ...key, secretHash: hashOfSecret(secret), expiresAt },
      ...{ createdBy, holders: [createdBy], createdAt: ctx.now() },
    });
    const detail = { ...key, expiresAt: expiresAt?.toISOString() ?? null };
    await record(tx, ctx, { action: "api_key.created", subject: keyId, detail });
    return ok({ keyId, secret });
  });
}

/**
 * Gives the key another secret. The former one works for 24 hours more, so that no request fails meanwhile; so do those
 * before it until their own end, as systems may still use one where a later one was never stored.
 */
export async function rotateApiKey(
  ctx: Ctx,
  { keyId }: OneKey,
): Promise<Result<{ secret: string }, NoKey | { kind: "expired" } | ProofNeeded>> {
  requirePermission(ctx, "api_keys:manage");
  const by = userIdOf(ctx);
  const { environment, now } = ctx;
  const secret = secretOf(environment, ctx.random(SECRET_BYTES));
  return proven(ctx, async (tx) => {
    const [key] = await tx.select().from(apiKeys).where(inUse(ctx, keyId)).for("update");
    if (!key) return err({ kind: "no_key" });
    // The last day is that of the key: another secret would not work either.
    if (stateOf(key, now()) === "expired") return err({ kind: "expired" });
    const prefix = prefixOf(environment, secret);
    const until = new Date(now().getTime() + FORMER_SECRET_MS).toISOString();
    const replaced = { hash: key.secretHash, holder: key.holders.at(-1) ?? key.createdBy, until };
    await tx
      .update(apiKeys)
      .set({
        former: [...validFormer(key, now()), replaced],
        ...{ secretHash: hashOfSecret(secret), prefix, rotatedAt: now() },
        holders: [...key.holders.filter((holder) => holder !== by), by],
      })
      .where(eq(apiKeys.id, keyId));
    await record(tx, ctx, { action: "api_key.rotated", subject: keyId, detail: { prefix } });
    return ok({ secret });
  });
}

/**
 * Ends a key: its next request is refused, and what it requested cannot be approved any more. Needs no second factor, so
 * that nothing delays it.
 */
export async function revokeApiKey(ctx: Ctx, { keyId }: OneKey): Promise<Result<null, NoKey>> {
  requirePermission(ctx, "api_keys:manage");
  const revokedBy = userIdOf(ctx);
  return ctx.db.transaction(async (tx) => {
    const revokedAt = ctx.now();
    const gone = { revokedBy, revokedAt };
    const [revoked] = await tx.update(apiKeys).set(gone).where(inUse(ctx, keyId)).returning({ id: apiKeys.id });
    if (!revoked) return err({ kind: "no_key" });
    await tx.update(users).set({ disabledAt: revokedAt }).where(eq(users.id, keyId));
    await record(tx, ctx, { action: "api_key.revoked", subject: keyId });
    return ok(null);
  });
}

/** Proposes up to which sum of 24 hours a key needs no person besides the approval rules. Another admin decides. */
export async function proposeUnattended(
  ctx: Ctx,
  change: UnattendedInput,
): Promise<Result<{ proposalId: string }, NoKey | CannotPropose | ProofNeeded>> {
  requirePermission(ctx, "api_keys:manage");
  return ctx.db.transaction(async (tx) => {
    const [key] = await tx.select().from(apiKeys).where(inUse(ctx, change.keyId)).for("share");
    if (!key) return err({ kind: "no_key" });
    return propose(tx, ctx, UNATTENDED, { change: { ...change, name: key.name }, subject: change.keyId });
  });
}

export async function decideUnattended(ctx: Ctx, decision: ProposalDecision) {
  requirePermission(ctx, "api_keys:manage");
  return decide(ctx, UNATTENDED, decision, {
    async apply(tx, { change: { keyId, limits } }): Promise<Result<{ kind: "applied" }, NoKey>> {
      const [changed] = await tx
        .update(apiKeys)
        .set({ unattended: limits })
        .where(inUse(ctx, keyId))
        .returning({ id: apiKeys.id });
      return changed ? APPLIED : err({ kind: "no_key" });
    },
  });
}

const inUse = ({ environment }: Ctx, keyId: string) =>
  and(eq(apiKeys.id, keyId), eq(apiKeys.environment, environment), isNull(apiKeys.revokedAt));
