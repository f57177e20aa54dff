import "server-only";
import { and, eq, exists, inArray, or, type SQL, sql } from "drizzle-orm";
import { payees, payeeVersions } from "@/drizzle/schema/payees";
import type { Ctx } from "@/lib/auth/context";
import type { List } from "@/lib/db/keyset";
import { begins } from "@/lib/db/prefix";
import { bankDirectory } from "@/lib/japan/directory/load";
import { nameKeys, nameReadings } from "@/lib/japan/name-key";
import { seesPii } from "@/lib/pii/access";
import { lastSaid } from "./account-check/conditions";
import type { PayeeFilter } from "./schema";

/** Which payees a list shows, the newest first. */
export async function payeeList(ctx: Ctx, { q, status, check }: PayeeFilter): Promise<List> {
  const { id, environment, createdAt } = payees;
  return {
    ...{ from: payees, id, isDescending: true },
    keys: [
      { value: createdAt, type: "timestamptz" },
      { value: id, type: "uuid" },
    ],
    where: [eq(environment, ctx.environment)],
    filters: [status && inArray(statusOf, status), withCheck(ctx, check), await matchingPayees(ctx, q)],
  };
}

/** `payeeStatus` in the words of the database. */
const statusOf = sql`case when ${payees.blockedAt} is not null then 'blocked'
  when ${payees.version} is not null then case when ${payees.waiting} is null then 'active' else 'changing' end
  when ${payees.waiting} is null then 'rejected' else 'unconfirmed' end`;

/** Whether a bank has confirmed the account that is in force, or the one that is proposed first, and none denied it since. */
function withCheck({ db }: Ctx, check: PayeeFilter["check"]): SQL | undefined {
  if (check === undefined) return undefined;
  const said = lastSaid(db, sql`coalesce(${payees.version}, ${payees.waiting})`);
  return check === "verified" ? sql`${said} = 'confirmed'` : sql`${said} is distinct from 'confirmed'`;
}

/** By bank and player for all users; by name, label and account for those who see them. Old accounts find nothing. */
export async function matchingPayees(ctx: Ctx, search: string): Promise<SQL | undefined> {
  const typed = search.normalize("NFKC").trim();
  if (typed === "") return undefined;
  const { destination, destinationName, destinationAccount, playerId, label, nameKey } = payeeVersions;
  const banks = (await bankDirectory()).searchBanks(typed, Number.POSITIVE_INFINITY).map(({ code }) => code);
  const found = [
    begins(sql`upper(${destinationName})`, typed.toUpperCase()),
    begins(playerId, typed),
    ...(banks.length > 0 ? [inArray(destination, banks)] : []),
  ];
  if (seesPii(ctx)) {
    const names = nameKeys(nameReadings(typed)).filter((key) => key !== "");
    found.push(
      ...names.map((key) => sql`position(${key} in ${nameKey}) > 0`),
      sql`position(lower(${typed}) in lower(${label})) > 0`,
      ...(/^\d+$/.test(typed) ? [sql`right(${destinationAccount}, ${typed.length}) = ${typed}`] : []),
    );
  }
  return exists(
    ctx.db
      .select({ one: sql`1` })
      .from(payeeVersions)
      .where(and(eq(payeeVersions.payeeId, payees.id), isShown, or(...found))),
  );
}

/** Of a payee the version in force and the one that waits; the last one where there is neither. */
const isShown = sql`(${payeeVersions.version} in (${payees.version}, ${payees.waiting})
  or (coalesce(${payees.version}, ${payees.waiting}) is null and ${payeeVersions.version} =
    (select max(v.version) from payee_versions v where v.payee_id = ${payees.id})))`;
