import "server-only";
import { and, asc, eq, isNull, type SQL, sql } from "drizzle-orm";
import { movementRules } from "@/drizzle/schema/movements";
import type { Ctx } from "@/lib/auth/context";
import type { Db, Tx } from "@/lib/db/connection";
import { typedTextFor } from "@/lib/pii/access";
import { tokyoDaysRange } from "@/lib/time";
import type { MovementKind } from "./movement";
import type { MovementRow, MovementSum } from "./schema";

export type From = { db: Pick<Db | Tx, "execute">; environment: Ctx["environment"] };

type Name = NonNullable<MovementRow["name"]>;
type ReadMovement = Omit<MovementRow, "state" | "name" | "entry"> &
  Omit<Name, "kind"> & { explained: boolean; kind: MovementKind | null; entryId: string | null; bookedOn: string };

export const ISO = (at: SQL) => sql`to_char(${at} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** Movements as rows of the list, each with the name that is in force. */
export async function readMovements(ctx: Ctx, where: SQL): Promise<MovementRow[]> {
  const typed = typedTextFor(ctx);
  const { rows } = await ctx.db.execute<ReadMovement>(sql`
    select m.id as "movementId", m.currency, m.amount::text, ${ISO(sql`m.from_at`)} as from, ${ISO(sql`m.until_at`)} as until,
      m.explained_at is not null as explained, n.kind, n.note, r.number as rule, u.name as by, ${ISO(sql`n.named_at`)} as at,
      e.id as "entryId", e.booked_on::text as "bookedOn"
    from balance_movements m
      left join statement_matches s on s.movement_id = m.id and s.undone_at is null left join bank_entries e on e.id = s.entry_id
      left join movement_names n on n.movement_id = m.id and n.undone_at is null
      left join movement_rules r on r.id = n.rule_id
      left join users u on u.id = coalesce(n.named_by, r.created_by)
    where m.environment = ${ctx.environment} and ${where}
    order by m.until_at desc, m.id desc`);
  return rows.map(({ explained, kind, note, rule, by, at, entryId, bookedOn, ...row }) => ({
    ...row,
    state: explained ? "explained" : kind === null ? "unnamed" : "named",
    name: kind === null ? null : { kind, note: typed(note), rule, by, at },
    entry: entryId === null ? null : { entryId, bookedOn },
  }));
}

/** The sums of movements that no order explains, by currency and name: the names in their order, the unnamed last. */
export async function sumMovements({ db, environment }: From, where: SQL): Promise<MovementSum[]> {
  const { rows } = await db.execute<MovementSum>(sql`
    select m.currency, n.kind, count(*)::int as count, sum(m.amount)::text as amount
    from balance_movements m left join movement_names n on n.movement_id = m.id and n.undone_at is null
    where m.environment = ${environment} and m.explained_at is null and ${where}
    group by m.currency, n.kind order by m.currency, n.kind nulls last`);
  return rows;
}

type Days = { firstDay: string; lastDay: string };

/**
 * The movements of Tokyo days, both ends included, that no order explains: in sum by currency and name. A movement
 * belongs to the day on which the balance was first seen with it, as the closing balance of a day does.
 */
export function movementSums(of: From, { firstDay, lastDay }: Days): Promise<MovementSum[]> {
  const { from, before } = tokyoDaysRange({ from: firstDay, to: lastDay });
  return sumMovements(of, sql`m.until_at >= ${from} and m.until_at < ${before}`);
}

/** The rules that name movements now, the oldest first. */
export const rulesInForce = (db: Db | Tx, { environment }: Pick<Ctx, "environment">) =>
  db
    .select()
    .from(movementRules)
    .where(and(eq(movementRules.environment, environment), isNull(movementRules.endedAt)))
    .orderBy(asc(movementRules.number));
