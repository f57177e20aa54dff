import "server-only";
import { and, eq, isNull, max } from "drizzle-orm";
import { monthPackages } from "@/drizzle/schema/months";
import { record } from "@/lib/audit/record";
import { type Ctx, requirePermission, userIdOf } from "@/lib/auth/context";
import { knownSince } from "@/lib/daily-close/count-day";
import { enqueue } from "@/lib/db/enqueue";
import type { Download } from "@/lib/exports/download";
import { err, ok, type Result } from "@/lib/result";
import { monthRange } from "./month";
import type { CannotPack, OneMonth, OnePackage } from "./schema";

/** Begins the next package of a month that is over. Open days and exceptions do not hinder it; the package names them. */
export async function packMonth(ctx: Ctx, { month }: OneMonth): Promise<Result<{ version: number }, CannotPack>> {
  requirePermission(ctx, "months:pack");
  const requestedBy = userIdOf(ctx);
  const { environment } = ctx;
  const range = monthRange(month);
  if (!range || ctx.now() < range.before) return err({ kind: "not_over_yet" });
  const since = await knownSince(ctx);
  if (since === null || since >= range.before) return err({ kind: "before_the_records" });
  return ctx.db.transaction(async (tx) => {
    const mine = and(eq(monthPackages.environment, environment), eq(monthPackages.month, month));
    const [last] = await tx
      .select({ version: max(monthPackages.version) })
      .from(monthPackages)
      .where(mine);
    const version = (last?.version ?? 0) + 1;
    const [made] = await tx
      .insert(monthPackages)
      .values({ environment, month, version, requestedBy, requestedAt: ctx.now() })
      .onConflictDoNothing()
      .returning({ version: monthPackages.version });
    if (!made) return err({ kind: "packing_already" });
    await record(tx, ctx, { action: "month.pack_requested", subject: month, detail: { version } });
    await enqueue(tx, "pack-month", { environment, month, version }, { key: `pack-month:${environment}:${month}` });
    return ok(made);
  });
}

/** A package as a file. */
export async function downloadPackage(ctx: Ctx, asked: OnePackage): Promise<Download<Buffer> | null> {
  requirePermission(ctx, "reconciliation:export");
  const { environment } = ctx;
  const { month, version } = asked;
  const { content, sha256 } = monthPackages;
  const one = and(eq(monthPackages.month, month), eq(monthPackages.version, version));
  const [found] = await ctx.db
    .select({ content, sha256 })
    .from(monthPackages)
    .where(and(eq(monthPackages.environment, environment), one));
  if (!found?.content) return null;
  const detail = { version, sha256: found.sha256 };
  await ctx.db.transaction((tx) => record(tx, ctx, { action: "month.package_downloaded", subject: month, detail }));
  return { name: `choba-${environment}-${month}-${version}.zip`, body: found.content };
}

/** Hands packages whose job was lost with its process to the queue again. */
export async function recoverPackages(ctx: Ctx): Promise<void> {
  requirePermission(ctx, "orders:recover");
  const { environment } = ctx;
  const { month, version, packedAt } = monthPackages;
  const open = await ctx.db
    .select({ month, version })
    .from(monthPackages)
    .where(and(eq(monthPackages.environment, environment), isNull(packedAt)));
  for (const one of open)
    await ctx.db.transaction((tx) =>
      enqueue(tx, "pack-month", { environment, ...one }, { key: `pack-month:${environment}:${one.month}` }),
    );
}
