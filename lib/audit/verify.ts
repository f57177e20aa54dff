import "server-only";
import { sql } from "drizzle-orm";
import { type Ctx, requirePermission } from "@/lib/auth/context";
import type { Db } from "@/lib/db/connection";
import { CHAINS, type Chain, genesis, type HashedLine, lineDigest, linkHash } from "./chain";
import type { ChainView } from "./schema";

/** Links read at a time, so that a long log does not fill the memory. */
const BATCH = 2_000;

/** Whether the log of this environment, and what belongs to none, is as it was written. */
export async function verifyAudit(ctx: Ctx): Promise<ChainView[]> {
  requirePermission(ctx, "audit:verify");
  return Promise.all(chainsAround(ctx.environment).map((chain) => verifyChain(ctx.db, chain)));
}

/**
 * Which chains tell what is done in an environment.
 *
 * @unguarded names the chains of an environment; reads nothing
 */
export const chainsAround = (environment: Ctx["environment"]) => [environment, "console"] as const;

/** Verifies every chain; for scripts that have the database's address. */
export const verifyEveryChain = (db: Db): Promise<ChainView[]> =>
  Promise.all(CHAINS.map((chain) => verifyChain(db, chain)));

async function verifyChain(db: Db, chain: Chain): Promise<ChainView> {
  let links = 0;
  let hash = genesis(chain);
  const found = (broken: ChainView["broken"], unlinked = 0) => ({
    ...{ chain, links, unlinked, head: hash.toString("hex"), broken },
  });
  for (;;) {
    const batch = await readLinks(db, chain, links);
    for (const link of batch) {
      const position = links + 1;
      const { eventId } = link;
      if (link.position !== position) return found({ how: "link_missing", position, eventId: null });
      if (!linkHash(hash, link.line).equals(link.hash)) return found({ how: "line_changed", position, eventId });
      links = position;
      hash = link.hash;
    }
    if (batch.length < BATCH) break;
  }
  const position = links + 1;
  const slipped = await firstUnrecorded(db, chain);
  if (slipped !== null) return found({ how: "line_without_a_link", position, eventId: slipped });
  const { unlinked, changed } = await checkUnlinked(db, chain);
  return found(changed === null ? null : { how: "unlinked_line_changed", position, eventId: changed }, unlinked);
}

type Link = { position: number; hash: Buffer; eventId: string; line: HashedLine };

/** The columns of `audit_events e` as they are hashed. */
export const HASHED_LINE = sql`array[
  e.id::text, to_char(e.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), e.environment::text,
  e.actor_kind, e.actor_id, e.actor_name, e.action, e.subject, e.detail::text
]`;

async function readLinks(db: Db, chain: Chain, after: number): Promise<Link[]> {
  const { rows } = await db.execute<Link>(sql`
    select l.position::float8 as position, l.hash, l.event_id as "eventId", ${HASHED_LINE} as line
    from audit_links l left join audit_events e on e.id = l.event_id
    where l.chain = ${chain} and l.position > ${after} order by l.position limit ${BATCH}`);
  return rows;
}

/** The lines that wait for their link, and the first of them that is not as it was written. */
async function checkUnlinked(db: Db, chain: Chain): Promise<{ unlinked: number; changed: string | null }> {
  let after = "0";
  for (let unlinked = 0; ; ) {
    const { rows } = await db.execute<{ eventId: string; digest: Buffer; line: HashedLine }>(sql`
      select u.event_id as "eventId", u.digest, ${HASHED_LINE} as line
      from audit_unlinked u left join audit_events e on e.id = u.event_id
      where u.chain = ${chain} and u.event_id > ${after} order by u.event_id limit ${BATCH}`);
    const changed = rows.find(({ digest, line }) => !lineDigest(line).equals(digest));
    unlinked += rows.length;
    if (changed || rows.length < BATCH) return { unlinked, changed: changed?.eventId ?? null };
    after = rows.at(-1)?.eventId ?? after;
  }
}

/** A line that was put in while the trigger was off, or whose link was taken from the end of the chain. */
async function firstUnrecorded(db: Db, chain: Chain): Promise<string | null> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select e.id from audit_events e
    where coalesce(e.environment::text, 'console') = ${chain}
      and not exists (select from audit_links l where l.event_id = e.id)
      and not exists (select from audit_unlinked u where u.event_id = e.id)
    order by e.id limit 1`);
  return rows[0]?.id ?? null;
}
