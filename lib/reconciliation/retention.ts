import "server-only";
import { eq, sql } from "drizzle-orm";
import { ledgerFileParts, ledgerFiles } from "@/drizzle/schema/reconciliation";
import { record } from "@/lib/audit/record";
import { type Ctx, requirePermission } from "@/lib/auth/context";
import type { Tx } from "@/lib/db/connection";
import { DAY_MS } from "@/lib/time";

type File = { id: string; name: string; sha256: string | null };

/**
 * Removes ledgers as they came, older than they are kept, and the text of their lines. What was read from each line, and
 * all results, stay. A ledger stays as long as a month is not packed that begins one of its runs.
 */
export async function removeOldLedgers(ctx: Ctx, { days }: { days: number }): Promise<{ removed: number }> {
  requirePermission(ctx, "raw_data:delete");
  const before = new Date(ctx.now().getTime() - days * DAY_MS);
  let removed = 0;
  for (const file of await removableFiles(ctx, before)) {
    await ctx.db.transaction(async (tx) => {
      await remove(tx, ctx, file);
      const { id, name, sha256 } = file;
      await record(tx, ctx, { action: "ledger.removed", subject: id, detail: { days, name, sha256 } });
    });
    removed += 1;
  }
  return { removed };
}

/** A run that never ended as done needs no package: nothing of it is in one. */
async function removableFiles({ db, environment }: Ctx, before: Date): Promise<File[]> {
  const { rows } = await db.execute<File>(sql`
    select f.id, f.name, f.sha256 from ledger_files f
    where f.environment = ${environment} and f.raw_removed_at is null and f.uploaded_at < ${before.toISOString()}::timestamptz
      and not exists (
        select from reconciliation_runs r
        where r.environment = ${environment} and f.id = any(r.file_ids) and (r.state in ('importing', 'matching')
          or (r.state = 'done' and not exists (
            select from month_packages p where p.environment = r.environment
              and p.month = to_char(r.first_day, 'YYYY-MM') and p.packed_at > r.ended_at))))
    order by f.uploaded_at, f.id`);
  return rows;
}

async function remove(tx: Tx, ctx: Ctx, { id }: File): Promise<void> {
  await tx.update(ledgerFiles).set({ rawRemovedAt: ctx.now() }).where(eq(ledgerFiles.id, id));
  await tx.delete(ledgerFileParts).where(eq(ledgerFileParts.fileId, id));
  await tx.execute(sql`
    update ledger_rows l set raw = '' from reconciliation_runs r
    where r.environment = ${ctx.environment} and ${id} = any(r.file_ids) and l.run_id = r.id
      and l.file = array_position(r.file_ids, ${id}::uuid) - 1 and l.raw <> ''`);
}
