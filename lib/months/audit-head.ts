import "server-only";
import { sql } from "drizzle-orm";
import { chainsAround } from "@/lib/audit/verify";
import type { Snapshot } from "./snapshot";

/** The newest link of each chain of the audit log, and how many lines wait for theirs. `head` is null without a link. */
export type AuditHead = { chain: string; links: number; head: string | null; notLinked: number };

export async function auditHeads({ db, environment }: Snapshot): Promise<AuditHead[]> {
  const { rows } = await db.execute<AuditHead>(sql`
    select known.chain::text as chain, coalesce(newest.position, 0)::float8 as links, newest.hash as head,
      (select count(*)::int from audit_unlinked u where u.chain = known.chain) as "notLinked"
    from unnest(${sql.param([...chainsAround(environment)])}::audit_chain[]) known (chain)
    left join lateral (
      select l.position, encode(l.hash, 'hex') as hash from audit_links l
      where l.chain = known.chain order by l.position desc limit 1
    ) newest on true`);
  return rows;
}
