import "server-only";
import { and, desc, eq, type SQL, sql } from "drizzle-orm";
import { parties, partyNames } from "@/drizzle/schema/parties";
import type { Ctx } from "@/lib/auth/context";
import { may } from "@/lib/auth/permissions";
import { begins, inPrefixOrder } from "@/lib/db/prefix";
import { type NameReading, nearKeys, turnedRound } from "@/lib/japan/name-key";
import { DIGITS_SHOWN, SHOWN_FROM } from "@/lib/personal/mask";
import { seesPersonal } from "@/lib/personal/sight";
import type { Named } from "./found";
import type { Closeness, Field, Why } from "./schema";
import type { Party, Sought } from "./sought";

/** How far names and account numbers are compared: all that is near, only what was typed whole, or what a mask shows. */
export type Sight = "all" | "whole" | "masked";

/** What the reader may compare: who is shown masks may still ask whether a name that they were told is right. */
export function sightOf(ctx: Ctx): Sight {
  if (seesPersonal(ctx)) return "all";
  return ctx.actor.kind === "person" && may(ctx.actor.role, "personal:reveal") ? "whole" : "masked";
}

/** Names that are near: more of them than this, and what was typed says hardly anything. */
const NEAR_NAMES = 20;

/** Who is named so, or has such an account, as far as may be compared. */
export async function namedParties(
  ctx: Ctx,
  { names, account }: Sought,
  { sight, limit }: { sight: Sight; limit: number },
) {
  const { environment, nameKey, accountReversed, at } = parties;
  const select = async (why: (party: Party) => Why, where: SQL | undefined, ...order: SQL[]): Promise<Named[]> => {
    const rows = await ctx.db
      .select({ subject: parties.subject, party: parties.party })
      .from(parties)
      .where(and(eq(environment, ctx.environment), where))
      .orderBy(...order)
      .limit(limit);
    return rows.map((row) => ({ ...row, why: why(row.party) }));
  };
  const byName = (how: Closeness) => (party: Party) => ({ field: party, how });
  const byAccount = (how: Closeness) => (party: Party) => ({ field: ACCOUNTS[party], how });
  const found: Named[] = [];

  if (account) {
    if (sight !== "masked")
      for (const whole of account.whole)
        found.push(...(await select(byAccount("exact"), eq(parties.account, whole), desc(at))));
    if (sight === "all")
      for (const whole of account.whole.slice(0, 1))
        found.push(
          ...(await select(byAccount("begins"), begins(parties.account, whole), inPrefixOrder(parties.account))),
        );
    // What a mask shows anyway finds nobody who is hidden.
    const isShown = sight === "all" || account.end.length === DIGITS_SHOWN;
    const reversed = [...account.end].toReversed().join("");
    const long = sight === "all" ? undefined : sql`length(${parties.account}) >= ${SHOWN_FROM}`;
    if (isShown)
      found.push(
        ...(await select(
          byAccount("ends"),
          and(begins(accountReversed, reversed), long),
          inPrefixOrder(accountReversed),
        )),
      );
  }
  if (sight === "masked") return found;

  const keys = names.flatMap((reading) => [reading.key, turnedRound(reading) ?? reading.key]);
  for (const key of new Set(keys)) found.push(...(await select(byName("exact"), eq(nameKey, key), desc(at))));
  if (sight === "whole") return found;

  for (const key of new Set(keys))
    found.push(...(await select(byName("begins"), begins(nameKey, key), inPrefixOrder(nameKey), desc(at))));
  if (found.length >= limit) return found;
  for (const near of await namesNear(ctx, names))
    found.push(...(await select(byName("near"), eq(nameKey, near), desc(at))));
  return found;
}

const ACCOUNTS: Record<Party, Field> = { recipient: "recipientAccount", payer: "payerAccount", player: "player" };

async function namesNear(ctx: Ctx, names: NameReading[]): Promise<string[]> {
  const wanted = [...new Set(names.flatMap(nearKeys))];
  if (wanted.length === 0) return [];
  const list = sql.join(
    wanted.map((key) => sql`${key}`),
    sql`, `,
  );
  const rows = await ctx.db
    .select({ key: partyNames.nameKey })
    .from(partyNames)
    .where(and(eq(partyNames.environment, ctx.environment), sql`${partyNames.near} && array[${list}]::text[]`))
    .limit(NEAR_NAMES);
  return [...new Set(rows.map(({ key }) => key))];
}
