import "server-only";
import { and, eq, isNull, max } from "drizzle-orm";
import { balanceMovements, movementNames, movementRules } from "@/drizzle/schema/movements";
import { record } from "@/lib/audit/record";
import { type Ctx, requirePermission, userIdOf } from "@/lib/auth/context";
import type { Tx } from "@/lib/db/connection";
import { insertRow } from "@/lib/db/insert-row";
import { lockNamed } from "@/lib/db/locks";
import { err, ok, type Result } from "@/lib/result";
import { directionOf, fitsRule, type RuleConditions } from "./rule";
import type { NameInput, UndoNameInput } from "./schema";

type NameProblem =
  | { kind: "no_movement" | "named_already" | "explained" }
  /** The rule would not name the movement that it is made from. */
  | { kind: "rule_does_not_fit" };

/** Names a movement, with a rule for the next ones where the person gave one. No figure of a balance changes. */
export async function nameMovement(ctx: Ctx, input: NameInput): Promise<Result<{ rule: number | null }, NameProblem>> {
  requirePermission(ctx, "movements:name");
  const namedBy = userIdOf(ctx);
  const { movementId, kind, note } = input;
  return ctx.db.transaction(async (tx) => {
    const movement = await lockMovement(tx, ctx, movementId);
    if (!movement || movement.currency !== input.currency) return err({ kind: "no_movement" });
    if (movement.explainedAt !== null) return err({ kind: "explained" });
    const { currency, amount, fromAt: from, untilAt: until } = movement;
    const rule: RuleConditions | null = input.rule && { ...input.rule, currency, direction: directionOf(amount) };
    if (rule && !fitsRule(rule, { currency, amount, from, until })) return err({ kind: "rule_does_not_fit" });
    const [made] = await tx
      .insert(movementNames)
      .values({ movementId, kind, note, namedBy, namedAt: ctx.now() })
      .onConflictDoNothing()
      .returning({ id: movementNames.id });
    if (!made) return err({ kind: "named_already" });
    await record(tx, ctx, { action: "movement.named", subject: movementId, detail: { kind, note, currency, amount } });
    return ok({ rule: rule && (await addRule(tx, ctx, { ...rule, kind, note }, namedBy)) });
  });
}

async function addRule(
  tx: Tx,
  ctx: Ctx,
  rule: RuleConditions & Pick<NameInput, "kind" | "note">,
  createdBy: string,
): Promise<number> {
  const { environment } = ctx;
  await lockNamed(tx, `movement rules ${environment}`);
  const [last] = await tx
    .select({ number: max(movementRules.number) })
    .from(movementRules)
    .where(eq(movementRules.environment, environment));
  const number = (last?.number ?? 0) + 1;
  const id = await insertRow(tx, movementRules, { ...rule, environment, number, createdBy, createdAt: ctx.now() });
  await record(tx, ctx, { action: "movement_rule.added", subject: id, detail: { number, ...rule } });
  return number;
}

/** Takes back a name, also one that a rule gave. It stays on record with the reason, and the movement is unnamed again. */
export async function undoMovementName(
  ctx: Ctx,
  { movementId, reason }: UndoNameInput,
): Promise<Result<null, { kind: "not_named" }>> {
  requirePermission(ctx, "movements:name");
  return ctx.db.transaction(async (tx) => {
    const movement = await lockMovement(tx, ctx, movementId);
    if (!movement) return err({ kind: "not_named" });
    const [undone] = await tx
      .update(movementNames)
      .set({ undoneAt: ctx.now(), undoneBy: ctx.actor.id, undoReason: reason })
      .where(and(eq(movementNames.movementId, movementId), isNull(movementNames.undoneAt)))
      .returning({ kind: movementNames.kind });
    if (!undone) return err({ kind: "not_named" });
    const detail = { kind: undone.kind, reason };
    await record(tx, ctx, { action: "movement.name_undone", subject: movementId, detail });
    return ok(null);
  });
}

/** Ends a rule. What it has named keeps its name. */
export async function endMovementRule(
  ctx: Ctx,
  { ruleId }: { ruleId: string },
): Promise<Result<null, { kind: "ended_already" }>> {
  requirePermission(ctx, "movements:name");
  const mine = and(eq(movementRules.id, ruleId), eq(movementRules.environment, ctx.environment));
  return ctx.db.transaction(async (tx) => {
    const [ended] = await tx
      .update(movementRules)
      .set({ endedAt: ctx.now(), endedBy: ctx.actor.id })
      .where(and(mine, isNull(movementRules.endedAt)))
      .returning({ number: movementRules.number });
    if (!ended) return err({ kind: "ended_already" });
    await record(tx, ctx, { action: "movement_rule.ended", subject: ruleId, detail: { number: ended.number } });
    return ok(null);
  });
}

async function lockMovement(tx: Tx, { environment }: Ctx, movementId: string) {
  const mine = and(eq(balanceMovements.id, movementId), eq(balanceMovements.environment, environment));
  const [movement] = await tx.select().from(balanceMovements).where(mine).for("update");
  return movement;
}
