import "server-only";
import { eq, sql } from "drizzle-orm";
import { statementMatches } from "@/drizzle/schema/statements";
import { record } from "@/lib/audit/record";
import type { Ctx } from "@/lib/auth/context";
import type { Tx } from "@/lib/db/connection";
import { lockNamed } from "@/lib/db/locks";
import { certainPairs, OFFER_DAYS } from "./statement-match";

/** People and the job change matches of an environment one after another. */
export const lockMatches = (tx: Tx, { environment }: Pick<Ctx, "environment">) =>
  lockNamed(tx, `statement matches ${environment}`);

type Found = { entryId: string; movementId: string; bookedOn: string; fromAt: Date; untilAt: Date };

/**
 * Matches entries to movements of the same amount where each is the only candidate of the other, and takes back matches
 * of movements that orders explain by now. A pair that was undone is not matched again, also where another statement has the
 * entry. Returns how many were matched.
 */
export async function matchEntries(tx: Tx, ctx: Ctx): Promise<number> {
  const { environment } = ctx;
  await lockMatches(tx, ctx);
  await takeBackExplained(tx, ctx);
  const { rows } = await tx.execute<Found>(sql`
    select e.id as "entryId", m.id as "movementId", e.booked_on::text as "bookedOn", m.from_at as "fromAt", m.until_at as "untilAt"
    from bank_entries e join balance_movements m on m.environment = e.environment and m.currency = e.currency
      and m.amount = e.movement_amount and m.explained_at is null
      and m.from_at < (e.booked_on + ${OFFER_DAYS}::int)::timestamptz and m.until_at > (e.booked_on - ${OFFER_DAYS}::int)::timestamptz
    where e.environment = ${environment} and e.problems is null and e.is_counted
      and not exists (select from statement_matches s where s.undone_at is null and (s.entry_id = e.id or s.movement_id = m.id))
      and not exists (select from statement_matches s join bank_entries u on u.id = s.entry_id
        where s.movement_id = m.id and u.environment = e.environment and u.identity = e.identity)`);
  const pairs = rows.map(({ fromAt, untilAt, ...pair }) => ({
    ...{ ...pair, from: new Date(fromAt), until: new Date(untilAt) },
  }));
  const certain = certainPairs(pairs);
  for (const { entryId, movementId } of certain) {
    await tx.insert(statementMatches).values({ entryId, movementId, matchedAt: ctx.now() });
    await record(tx, ctx, { action: "statement.entry_matched", subject: entryId, detail: { movement: movementId } });
  }
  return certain.length;
}

async function takeBackExplained(tx: Tx, ctx: Ctx): Promise<void> {
  const { rows } = await tx.execute<{ id: string; entry: string; movement: string }>(sql`
    select s.id, s.entry_id as entry, s.movement_id as movement
    from statement_matches s join balance_movements m on m.id = s.movement_id
    where m.environment = ${ctx.environment} and m.explained_at is not null and s.undone_at is null`);
  for (const { id, entry, movement } of rows) {
    await tx.update(statementMatches).set({ undoneAt: ctx.now() }).where(eq(statementMatches.id, id));
    await record(tx, ctx, { action: "statement.match_explained", subject: entry, detail: { movement } });
  }
}
