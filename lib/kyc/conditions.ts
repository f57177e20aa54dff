import "server-only";
import { and, eq, gte, inArray, isNotNull, isNull, lt, notInArray, or, type SQL, sql } from "drizzle-orm";
import { registrations } from "@/drizzle/schema/registrations";
import type { Ctx } from "@/lib/auth/context";
import type { List } from "@/lib/db/keyset";
import { begins } from "@/lib/db/prefix";
import { nameKeys, nameReadings } from "@/lib/japan/name-key";
import { seesPii } from "@/lib/pii/access";
import { tokyoDaysRange } from "@/lib/time";
import type { PlayersShown } from "./list";
import type { PlayerFilter } from "./schema";
import { GONE_WRONG, GOT_NOWHERE, isDecided, isRegistered, KYC_STATUSES, LIMIT_MS } from "./state";

/* Which players a list shows. The indexes that answer this are in drizzle/schema/registrations.ts. */

export function playerList(ctx: Ctx, { show, q, sort, ...days }: PlayerFilter): List {
  const { id, environment, supersededAt, createdAt } = registrations;
  const { from, before } = tokyoDaysRange(days);
  return {
    ...{ from: registrations, id, isDescending: sort === "newest" },
    keys: [
      { value: createdAt, type: "timestamptz" },
      { value: id, type: "uuid" },
    ],
    where: [
      and(eq(environment, ctx.environment), isNull(supersededAt)),
      from ? gte(createdAt, from) : undefined,
      before ? lt(createdAt, before) : undefined,
      show === "needs" || show === "pending" ? shown(ctx, show) : undefined,
    ],
    narrow: [q === "" ? undefined : beginning(ctx, q)],
    filters: [show === "registered" ? shown(ctx, show) : undefined],
  };
}

/** All that the filter lets through. */
export function playersWhere(ctx: Ctx, filter: PlayerFilter): SQL | undefined {
  const { where, narrow = [], filters = [] } = playerList(ctx, filter);
  return and(...where, ...narrow, ...filters);
}

const REGISTERED = KYC_STATUSES.filter(isRegistered);
const DECIDED = KYC_STATUSES.filter(isDecided);

export function shown({ now }: Ctx, show: PlayersShown): SQL | undefined {
  const { status, submission, sentAt, createdAt, notFoundAt } = registrations;
  // In these words the database knows that its small index of open registrations holds them all.
  const isOpen = sql`(${status} is distinct from 'REGISTERED' or ${notFoundAt} is not null)`;
  const isOld = lt(sql`coalesce(${sentAt}, ${createdAt})`, new Date(now().getTime() - LIMIT_MS));
  const gotNowhere = and(isNull(status), inArray(submission, GOT_NOWHERE));
  switch (show) {
    case "all":
      return undefined;
    case "needs":
      return and(
        isOpen,
        or(
          ...[inArray(status, GONE_WRONG), and(notInArray(status, DECIDED), isOld), gotNowhere],
          and(inArray(status, REGISTERED), isNotNull(notFoundAt)),
        ),
      );
    case "pending": {
      const goesOn = and(isNull(status), or(isNull(submission), notInArray(submission, GOT_NOWHERE)));
      return and(isOpen, or(notInArray(status, DECIDED), goesOn));
    }
    case "registered":
      return and(inArray(status, REGISTERED), isNull(notFoundAt));
  }
}

/** IDs and names with this prefix, the names as every search reads them. A masked name cannot be found by guessing. */
function beginning(ctx: Ctx, q: string): SQL | undefined {
  // Also as it was typed: an ID can hold wide characters of its own.
  const byId = or(...[...new Set([q, q.normalize("NFKC")])].map((id) => begins(registrations.playerId, id)));
  if (!seesPii(ctx)) return byId;
  return or(byId, ...nameKeys(nameReadings(q)).map((key) => begins(registrations.nameKey, key)));
}
