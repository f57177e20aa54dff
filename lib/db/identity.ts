import "server-only";
import { sql } from "drizzle-orm";
import type { DatabaseChange } from "@/lib/freezes/schema";
import type { Db, Tx } from "./connection";
import type { DatabaseMark, KnownDatabase } from "./instance-state";

type Has = { hasHeads: boolean; hasAttempt: boolean };
type Found = Has & { mark: DatabaseMark };

/** The current mark, and whether the database contains everything known of the last one. */
export async function findMark(db: Db | Tx, known: KnownDatabase | null): Promise<Found> {
  const heads = JSON.stringify(known?.mark.heads ?? []);
  const attemptId = known?.attemptId ?? null;
  const { rows } = await db.execute<DatabaseMark & Has>(sql`
    select system_identifier as "systemIdentifier", timeline,
      to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at,
      (select coalesce(json_agg(json_build_object('chain', chain, 'position', position, 'hash', encode(hash, 'hex'))), '[]')
       from unnest(enum_range(null::audit_chain)) chain
       cross join lateral (
         select position, hash from audit_links where audit_links.chain = chain.chain order by position desc limit 1
       ) newest) as heads,
      not exists (
        select from json_to_recordset(${heads}::json) held (chain audit_chain, position bigint, hash text)
        where not exists (
          select from audit_links link
          where link.chain = held.chain and link.position = held.position and link.hash = decode(held.hash, 'hex')
        )
      ) as "hasHeads",
      ${attemptId}::uuid is null or exists (select from attempts where id = ${attemptId}::uuid) as "hasAttempt"
    from database_identity()`);
  const [row] = rows;
  if (!row) throw new Error("the database has no identity");
  const { hasHeads, hasAttempt, ...mark } = row;
  return { mark, hasHeads, hasAttempt };
}

/** The differences from the known database; empty if it is the same and complete. */
export function differencesOf(known: KnownDatabase, found: Found): DatabaseChange["differences"] {
  const { mark, hasHeads, hasAttempt } = found;
  const differs = (field: "systemIdentifier" | "timeline") =>
    known.mark[field] !== null && mark[field] !== null && known.mark[field] !== mark[field];
  return [
    ...(differs("systemIdentifier") ? (["system_identifier"] as const) : []),
    ...(differs("timeline") ? (["timeline"] as const) : []),
    ...(hasHeads ? [] : (["audit_log"] as const)),
    ...(hasAttempt ? [] : (["attempt"] as const)),
  ];
}
