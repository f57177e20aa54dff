import "server-only";
import { and, count, desc, eq, gte, isNotNull, isNull, lt, type SQL, sql } from "drizzle-orm";
import { balanceMovements, movementNames, movementRules } from "@/drizzle/schema/movements";
import { users } from "@/drizzle/schema/users";
import { type Ctx, requirePermission } from "@/lib/auth/context";
import { type List, readPage } from "@/lib/db/keyset";
import { readTypedAmount } from "@/lib/money/amount-input";
import { typedTextFor } from "@/lib/pii/access";
import { tokyoDaysRange } from "@/lib/time";
import type { MovementState } from "./movement";
import { ISO, readMovements, rulesInForce, sumMovements } from "./read-movements";
import { fitsRule } from "./rule";
import type { MovementDetail, MovementEvent, MovementRule, MovementsAsked, MovementsView } from "./schema";

const { id, currency, untilAt, explainedAt, amount } = balanceMovements;

/** A page of movements that no order explains, the newest first, with the sums of all that the filter lets through. */
export async function listMovements(ctx: Ctx, { anchor, ...asked }: MovementsAsked): Promise<MovementsView> {
  requirePermission(ctx, "reconciliation:read");
  const conditions = conditionsOf(asked);
  const list: List = {
    ...{ from: balanceMovements, id, isDescending: true },
    keys: [
      { value: untilAt, type: "timestamptz" },
      { value: id, type: "uuid" },
    ],
    where: [eq(balanceMovements.environment, ctx.environment), ...conditions.indexed],
    filters: conditions.others,
  };
  const { ids, ...page } = await readPage(ctx.db, list, anchor);
  const rows = ids.length === 0 ? [] : await readMovements(ctx, sql`m.id = any(${sql.param(ids)}::uuid[])`);
  const all = and(eq(balanceMovements.environment, ctx.environment), ...conditions.indexed, ...conditions.others);
  const within = ctx.db.select({ id }).from(balanceMovements).where(all);
  return { ...page, rows, sums: await sumMovements(ctx, sql`m.id in ${within}`) };
}

function conditionsOf({ state, kind, currency: code, from, to, q }: Omit<MovementsAsked, "anchor">) {
  const days = tokyoDaysRange({ from, to });
  const typed = q === "" ? undefined : readTypedAmount(q.replace(/^[-−+]/, ""));
  const named =
    kind &&
    sql`exists (select from movement_names n where n.movement_id = ${id} and n.undone_at is null
    and n.kind = any(${sql.param(kind)}::text[]))`;
  return {
    indexed: [days.from ? gte(untilAt, days.from) : undefined, days.before ? lt(untilAt, days.before) : undefined],
    others: [
      code ? eq(currency, code) : undefined,
      typed === undefined ? undefined : typed ? sql`abs(${amount}) = ${typed.amount}::numeric` : sql`false`,
      state &&
        sql`(${sql.join(
          state.map((one) => STATES[one]),
          sql` or `,
        )})`,
      named,
    ],
  };
}

const IS_NAMED = sql`exists (select from movement_names n where n.movement_id = ${id} and n.undone_at is null)`;
const STATES: Record<MovementState, SQL> = {
  unnamed: sql`(${isNull(explainedAt)} and not ${IS_NAMED})`,
  named: sql`(${isNull(explainedAt)} and ${IS_NAMED})`,
  explained: sql`${isNotNull(explainedAt)}`,
};

/** One movement with its history, and what rules that were made after it would name it; null where there is none. */
export async function getMovement(ctx: Ctx, { movementId }: { movementId: string }): Promise<MovementDetail | null> {
  requirePermission(ctx, "reconciliation:read");
  const [row] = await readMovements(ctx, sql`m.id = ${movementId}::uuid`);
  const [held] = await ctx.db.select().from(balanceMovements).where(eq(id, movementId));
  if (!row || !held) return null;
  const span = { currency: held.currency, amount: held.amount, from: held.fromAt, until: held.untilAt };
  const typed = typedTextFor(ctx);
  const offers = row.state === "unnamed" ? await rulesInForce(ctx.db, ctx) : [];
  const history: MovementEvent[] = [
    { kind: "found", at: held.foundAt.toISOString() },
    ...(await namesOf(ctx, movementId)),
    ...(held.explainedAt ? [{ kind: "explained" as const, at: held.explainedAt.toISOString() }] : []),
  ];
  return {
    ...row,
    history: history.toSorted((a, b) => b.at.localeCompare(a.at)),
    offers: offers.flatMap(({ number, kind, note, ...rule }) =>
      fitsRule(rule, span) ? [{ number, kind, note: typed(note) }] : [],
    ),
  };
}

async function namesOf(ctx: Ctx, movementId: string): Promise<MovementEvent[]> {
  const typed = typedTextFor(ctx);
  const { rows } = await ctx.db.execute<
    { kind: MovementRule["kind"]; note: string; rule: number | null; by: string; at: string } & Record<
      "undoneBy" | "undoneAt" | "undoReason",
      string | null
    >
  >(sql`
    select n.kind, n.note, r.number as rule, u.name as by, ${ISO(sql`n.named_at`)} as at, x.name as "undoneBy",
      ${ISO(sql`n.undone_at`)} as "undoneAt", n.undo_reason as "undoReason"
    from movement_names n left join movement_rules r on r.id = n.rule_id
      left join users u on u.id = coalesce(n.named_by, r.created_by) left join users x on x.id = n.undone_by
    where n.movement_id = ${movementId}`);
  return rows.flatMap(({ kind: name, note, rule, by, at, undoneBy, undoneAt, undoReason }): MovementEvent[] => [
    { kind: "named", at, by, rule, name, note: typed(note) },
    ...(undoneAt
      ? [{ kind: "undone" as const, at: undoneAt, by: undoneBy ?? "", reason: typed(undoReason ?? "") }]
      : []),
  ]);
}

/** All rules, those in force first, with how many movements each has named. */
export async function listMovementRules(ctx: Ctx): Promise<MovementRule[]> {
  requirePermission(ctx, "reconciliation:read");
  const typed = typedTextFor(ctx);
  const { ruleId, undoneAt } = movementNames;
  const named = ctx.db
    .select({ ruleId, count: count().as("count") })
    .from(movementNames)
    .where(isNull(undoneAt))
    .groupBy(ruleId)
    .as("named");
  const rows = await ctx.db
    .select({ rule: movementRules, by: users.name, named: named.count })
    .from(movementRules)
    .innerJoin(users, eq(users.id, movementRules.createdBy))
    .leftJoin(named, eq(named.ruleId, movementRules.id))
    .where(eq(movementRules.environment, ctx.environment))
    .orderBy(sql`${movementRules.endedAt} is not null`, desc(movementRules.number));
  return rows.map(({ rule: { id: key, createdAt, endedAt, ...rule }, by, named: times }) => ({
    ...{ ruleId: key, number: rule.number, kind: rule.kind, note: typed(rule.note), by, at: createdAt.toISOString() },
    ...{ currency: rule.currency, direction: rule.direction, condition: rule.condition, amount: rule.amount },
    ...{ amountTo: rule.amountTo, onWeekdays: rule.onWeekdays, timeFrom: rule.timeFrom, timeTo: rule.timeTo },
    ...{ endedAt: endedAt?.toISOString() ?? null, named: times ?? 0 },
  }));
}
