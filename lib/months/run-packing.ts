import "server-only";
import { createHash } from "node:crypto";
import { and, eq } from "drizzle-orm";
import { monthPackages } from "@/drizzle/schema/months";
import { users } from "@/drizzle/schema/users";
import { record } from "@/lib/audit/record";
import { type Ctx, requirePermission } from "@/lib/auth/context";
import { tryLockNamed } from "@/lib/db/locks";
import { startReading } from "@/lib/db/read-snapshot";
import { monthRange } from "./month";
import { type Packed, packFiles } from "./pack-files";
import type { OnePackage } from "./schema";

/**
 * Packs a month as it is now. All of it is read in one snapshot; a process that dies leaves nothing, and the job begins
 * again. Any number of instances may try; one of them works.
 */
export async function runPacking(ctx: Ctx, { month, version }: OnePackage): Promise<void> {
  requirePermission(ctx, "months:process");
  const { environment } = ctx;
  const one = and(
    ...[eq(monthPackages.environment, environment), eq(monthPackages.month, month)],
    eq(monthPackages.version, version),
  );
  await ctx.db.transaction(async (tx) => {
    if (!(await tryLockNamed(tx, `month ${environment} ${month}`))) return;
    const [open] = await tx
      .select({ packedAt: monthPackages.packedAt, by: users.name })
      .from(monthPackages)
      .innerJoin(users, eq(users.id, monthPackages.requestedBy))
      .where(one);
    if (!open || open.packedAt !== null) return;
    // Before the reading: what becomes known while the files are written is known after this package.
    const packedAt = ctx.now();
    const { content, figures, contentHash } = await packed(ctx, { month, version, packedBy: open.by, packedAt });
    const sha256 = createHash("sha256").update(content).digest("hex");
    await tx
      .update(monthPackages)
      .set({ packedAt, content, bytes: content.length, sha256, contentHash, figures })
      .where(one);
    const { sums: _sums, ...said } = figures;
    await record(tx, ctx, {
      action: "month.packed",
      subject: month,
      detail: { version, sha256, contentHash, ...said },
    });
  });
}

async function packed(ctx: Ctx, head: OnePackage & { packedBy: string; packedAt: Date }): Promise<Packed> {
  const range = monthRange(head.month);
  if (!range) throw new Error(`a package of ${head.month}, which is no month`);
  // On a connection of its own: the caller's has the lock, and writes.
  const reading = await startReading(ctx.db);
  try {
    const { db, batches } = reading;
    const snapshot = { db, batches, environment: ctx.environment, month: head.month, ...range };
    return await packFiles(snapshot, head);
  } finally {
    await reading.end();
  }
}
