import "server-only";
import { and, eq, gte, isNull, sql } from "drizzle-orm";
import { z } from "zod";
import { auditEvents } from "@/drizzle/schema/audit";
import { type Ctx, requirePermission } from "@/lib/auth/context";
import type { Db, Tx } from "@/lib/db/connection";
import { enqueue } from "@/lib/db/enqueue";
import type { HeadTargets } from "@/lib/env";
import { log } from "@/lib/log";
import { tokyoDay, tokyoDayOf } from "@/lib/time";
import { CHAINS, type Chain } from "./chain";
import { appendHeads, logHeads, putHeads } from "./head-targets";
import { linkAuditLines } from "./link";
import { record } from "./record";

/** The newest link of a chain, and when its line was written. A chain without links has none. */
export type ChainHead = { chain: Chain; position: number; hash: string; at: string };

const ACTION = "audit.heads_exported";
type Target = "log" | "file" | "s3";

async function readHeads(db: Db): Promise<ChainHead[]> {
  const { rows } = await db.execute<ChainHead>(sql`
    select newest.* from unnest(enum_range(null::audit_chain)) known(chain)
    cross join lateral (
      select l.chain, l.position::float8 as position, encode(l.hash, 'hex') as hash,
        to_char(e.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at
      from audit_links l join audit_events e on e.id = l.event_id
      where l.chain = known.chain order by l.position desc limit 1
    ) newest`);
  return rows;
}

/**
 * Exports the heads to the log and to each target that has none of this Tokyo day. An audit line for each target records
 * it, so that a retry leaves out what succeeded. The caller's job runs alone (`HEAD_EXPORT`).
 */
export async function exportHeads(ctx: Ctx, targets: HeadTargets): Promise<void> {
  requirePermission(ctx, "audit:export_heads");
  const now = ctx.now();
  const day = tokyoDay(now);
  await linkAuditLines(ctx.db);
  const heads = (await readHeads(ctx.db)).map((head) => ({ ...head, exportedAt: now.toISOString() }));
  const { file, s3 } = targets;
  const writers: Record<Target, (() => void | Promise<void>) | null> = {
    log: () => logHeads(heads),
    file: file === null ? null : () => appendHeads(file, heads),
    s3: s3 && (() => putHeads(s3, heads, { day, now })),
  };
  const failed: Target[] = [];
  for (const target of targetNames(targets)) {
    if (await wasExported(ctx, target)) continue;
    try {
      await writers[target]?.();
    } catch (error) {
      log.error({ error, target }, "audit: chain heads were not exported");
      failed.push(target);
      continue;
    }
    const detail = { heads: heads.map(({ chain, position, hash }) => ({ chain, position, hash })) };
    await ctx.db.transaction((tx) =>
      record(tx, { ...ctx, environment: null }, { action: ACTION, subject: target, detail }),
    );
  }
  // The job is retried, and leaves out what succeeded.
  if (failed.length > 0) throw new Error(`chain heads were not exported to: ${failed.join(", ")}`);
}

const targetNames = ({ file, s3 }: HeadTargets): Target[] => [
  "log",
  ...(file === null ? [] : ["file" as const]),
  ...(s3 === null ? [] : ["s3" as const]),
];

async function wasExported({ db, now }: Ctx, target: Target): Promise<boolean> {
  const { environment, subject, action, at } = auditEvents;
  const today = gte(at, tokyoDayOf(now()).from);
  const mine = and(isNull(environment), eq(subject, target), eq(action, ACTION), today);
  const found = await db.select({ id: auditEvents.id }).from(auditEvents).where(mine).limit(1);
  return found.length > 0;
}

/** The same key and queue for every instance: one export waits, and none runs beside another. */
export const HEAD_EXPORT = { key: "export-audit-heads", queue: "export-audit-heads" };

/**
 * At the start of an instance. The job does nothing where this day's heads are exported.
 *
 * @unguarded enqueues the export at start; the job asks for its permission
 */
export const requestHeadExport = (db: Db): Promise<void> =>
  db.transaction((tx) => enqueue(tx, "export-audit-heads", {}, HEAD_EXPORT));

export type HeadExports = {
  /** Null: never. */
  targets: { target: string; at: Date | null }[];
  heads: { chain: Chain; position: number }[];
};

/** The last export to each target in use, and the positions of the newest one. */
export async function getHeadExports(ctx: Ctx, targets: HeadTargets): Promise<HeadExports> {
  requirePermission(ctx, "metrics:read");
  const { rows } = await ctx.db.execute<{ target: string; at: Date | null; heads: ChainHead[] | null }>(sql`
    select known.target, newest.at, newest.detail -> 'heads' as heads
    from unnest(${sql.param(targetNames(targets))}::text[]) known(target)
    left join lateral (
      select e.at, e.detail from audit_events e
      where e.environment is null and e.subject = known.target and e.action = ${ACTION}
      order by e.at desc limit 1
    ) newest on true
    order by newest.at desc nulls last`);
  return {
    targets: rows.map(({ target, at }) => ({ target, at: at && new Date(at) })),
    heads: (rows[0]?.heads ?? []).map(({ chain, position }) => ({ chain, position })),
  };
}

/** A head that is kept outside of this database, as it is exported. */
export const keptHead = z.object({
  chain: z.enum(CHAINS),
  position: z.int().positive(),
  hash: z.string().regex(/^[0-9a-f]{64}$/),
});
export type KeptHead = z.output<typeof keptHead>;

/** The kept heads that the chains do not contain: what was there was changed, or cut off from the end. */
export async function findMissingHeads(db: Db | Tx, heads: KeptHead[]): Promise<KeptHead[]> {
  const { rows } = await db.execute<KeptHead>(sql`
    select kept.chain, kept.position::float8 as position, kept.hash
    from json_to_recordset(${JSON.stringify(heads)}::json) kept (chain audit_chain, position bigint, hash text)
    where not exists (
      select from audit_links link
      where link.chain = kept.chain and link.position = kept.position and link.hash = decode(kept.hash, 'hex')
    )
    order by kept.chain, kept.position`);
  return rows;
}
