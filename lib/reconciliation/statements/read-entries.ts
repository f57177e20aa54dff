import "server-only";
import { type SQL, sql } from "drizzle-orm";
import type { Ctx } from "@/lib/auth/context";
import { seesLedgers, typedTextFor } from "@/lib/pii/access";
import { masked } from "@/lib/pii/mask";
import { ISO } from "../movements/read-movements";
import type { EntryRow, EntrySum } from "./schema";
import type { EntryState } from "./statement-match";

type ReadEntry = Omit<EntryRow, "match"> & {
  movementId: string | null;
  by: string | null;
  at: string;
  reason: string;
};

const STATE = sql`case when e.problems is not null then 'broken' when s.id is null then 'unmatched' else 'matched' end`;
const MATCH = sql`left join statement_matches s on s.entry_id = e.id and s.undone_at is null`;

/** `STATE` of the entries of a list. */
export const isInState = (state: EntryState): SQL => {
  const matched = sql`exists (select from statement_matches s where s.entry_id = bank_entries.id and s.undone_at is null)`;
  switch (state) {
    case "broken":
      return sql`bank_entries.problems is not null`;
    case "matched":
      return matched;
    case "unmatched":
      return sql`(bank_entries.problems is null and not ${matched})`;
  }
};

/** Entries that count, as rows of the list. Who may not see names and accounts gets masks or nothing instead. */
export async function readEntries(ctx: Ctx, where: SQL): Promise<EntryRow[]> {
  const { rows } = await ctx.db.execute<ReadEntry>(sql`
    select e.id as "entryId", e.statement_id as "statementId", b.name as file, e.line, e.booked_on::text as "bookedOn",
      coalesce(b.accounts -> e.account::int ->> 'account', '') as account, e.currency, e.amount::text, e.party, e.description,
      ${STATE} as state, s.movement_id as "movementId", u.name as by, ${ISO(sql`s.matched_at`)} as at, s.reason
    from bank_entries e join bank_statements b on b.id = e.statement_id ${MATCH} left join users u on u.id = s.matched_by
    where e.environment = ${ctx.environment} and e.is_counted and ${where}
    order by e.booked_on desc, e.id desc`);
  const typed = typedTextFor(ctx);
  const isSeen = seesLedgers(ctx);
  return rows.map(({ movementId, by, at, reason, ...row }) => ({
    ...row,
    ...(!isSeen && { account: masked("account", row.account), party: null, description: null }),
    match: movementId === null ? null : { movementId, by, at, reason: typed(reason) },
  }));
}

/** Sums of entries that count, by currency and state. */
export async function sumEntries({ db, environment }: Ctx, where: SQL): Promise<EntrySum[]> {
  const { rows } = await db.execute<EntrySum>(sql`
    select e.currency, ${STATE} as state, count(*)::int as count,
      coalesce(sum(e.amount) filter (where e.amount > 0), 0)::text as in, coalesce(sum(e.amount) filter (where e.amount < 0), 0)::text as out
    from bank_entries e ${MATCH}
    where e.environment = ${environment} and e.is_counted and ${where}
    group by 1, 2 order by 1 nulls last, 2 desc`);
  return rows;
}
