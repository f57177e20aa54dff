import "server-only";
import { desc, eq, sql } from "drizzle-orm";
import { auditLinks } from "@/drizzle/schema/audit";
import { type Ctx, requirePermission } from "@/lib/auth/context";
import { csvStream } from "@/lib/csv/stream";
import type { Download } from "@/lib/exports/download";
import { formatTokyo, tokyoCell, zoned } from "@/lib/time";
import { framedLine, genesis, type HashedLine } from "./chain";
import { linkAuditLines } from "./link";
import { chainOf, wanted } from "./queries";
import { record } from "./record";
import type { AuditChoice } from "./schema";

/** Links read at a time. */
const BATCH = 1_000;

const HEADER = [
  ...["chain", "position", zoned("at"), "environment", "actorKind", "actorId", "actorName", "action", "subject"],
  ...["detail", "eventId", "atUtc", "previous", "hashed", "hash"],
];

/**
 * The filtered lines, oldest first, as a file that third parties can verify: `hash` is SHA-256 over `previous`
 * (hexadecimal) and `hashed` (base64). The file ends before the line that records this export.
 */
export async function exportAudit(ctx: Ctx, filter: AuditChoice): Promise<Download<ReadableStream<Uint8Array>>> {
  requirePermission(ctx, "audit:export");
  const chain = chainOf(ctx, filter);
  await linkAuditLines(ctx.db);
  const [head] = await ctx.db
    .select({ position: auditLinks.position })
    .from(auditLinks)
    .where(eq(auditLinks.chain, chain))
    .orderBy(desc(auditLinks.position))
    .limit(1);
  await ctx.db.transaction((tx) =>
    record(tx, ctx, { action: "audit.exported", subject: chain, detail: { filter, links: head?.position ?? 0 } }),
  );
  const name = `audit-${chain}-${formatTokyo(ctx.now(), "day").replaceAll("/", "")}.csv`;
  return { name, body: csvStream(HEADER, batches(ctx, filter, head?.position ?? 0)) };
}

async function* batches(ctx: Ctx, filter: AuditChoice, last: number) {
  let after = 0;
  for (;;) {
    const batch = await readLines(ctx, filter, { after, last });
    yield batch.map(cellsOf(chainOf(ctx, filter)));
    if (batch.length < BATCH) return;
    after = batch.at(-1)?.position ?? last;
  }
}

type Line = { position: number; at: Date; previous: Buffer | null; hash: Buffer; line: HashedLine };

async function readLines(
  ctx: Ctx,
  filter: AuditChoice,
  { after, last }: { after: number; last: number },
): Promise<Line[]> {
  const { rows } = await ctx.db.execute<Line>(sql`
    select l.position::float8 as position, audit_events.at, before.hash as previous, l.hash, array[
      audit_events.id::text, to_char(audit_events.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
      audit_events.environment::text, audit_events.actor_kind, audit_events.actor_id, audit_events.actor_name,
      audit_events.action, audit_events.subject, audit_events.detail::text
    ] as line
    from audit_links l
    join audit_events on audit_events.id = l.event_id
    left join audit_links before on before.chain = l.chain and before.position = l.position - 1
    where l.chain = ${chainOf(ctx, filter)} and l.position > ${after} and l.position <= ${last}
      and ${wanted(ctx, filter)}
    order by l.position limit ${BATCH}`);
  return rows;
}

const cellsOf =
  (chain: ReturnType<typeof chainOf>) =>
  ({ position, at, previous, hash, line }: Line): string[] => {
    const [eventId, atUtc, environment, ...said] = line.map((field) => field ?? "");
    return [
      ...[chain, String(position), tokyoCell(new Date(at)), environment ?? "", ...said],
      ...[eventId ?? "", atUtc ?? ""],
      ...[(previous ?? genesis(chain)).toString("hex"), Buffer.from(framedLine(line)).toString("base64")],
      hash.toString("hex"),
    ];
  };
