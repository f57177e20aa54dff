import "server-only";
import { and, eq, lt } from "drizzle-orm";
import { payeeImports, payeeVersions } from "@/drizzle/schema/payees";
import { users } from "@/drizzle/schema/users";
import { type Ctx, requirePermission } from "@/lib/auth/context";
import { ok, type Result } from "@/lib/result";
import { checksOf } from "../account-check/queries";
import { changedParts } from "../rules";
import { payeeTerms } from "../to-view";
import { planFile } from "./plan";
import {
  FILE_OUTCOMES,
  type PayeeFile,
  type PayeeFilePreview,
  type PayeeFileProblem,
  type PayeeImportView,
} from "./schema";

/** What would this file add, change or leave as it is? Nothing is kept. */
export async function previewPayeeFile(ctx: Ctx, file: PayeeFile): Promise<Result<PayeeFilePreview, PayeeFileProblem>> {
  requirePermission(ctx, "payees:edit");
  const plan = await planFile(ctx.db, ctx, file);
  if (!plan.ok) return plan;
  const counts = Object.fromEntries(FILE_OUTCOMES.map((outcome) => [outcome, 0])) as PayeeFilePreview["counts"];
  for (const { outcome } of plan.value) counts[outcome] += 1;
  const lines = plan.value.map(({ line, outcome, problems, cells, changed, payeeId }) => {
    const { destination, destinationName, destinationBranchCode, destinationBranchName, destinationAccountType } =
      cells;
    return {
      ...{ line, outcome, problems, changed, payeeId },
      bank: [destination, destinationName, destinationBranchCode, destinationBranchName].filter(Boolean).join(" "),
      type: destinationAccountType,
      account: cells.destinationAccount,
      holder: cells.destinationAccountName,
    };
  });
  return ok({ lines, counts });
}

/** A file of proposals, with what each of them says and what was decided. */
export async function getPayeeImport(ctx: Ctx, { importId }: { importId: string }): Promise<PayeeImportView | null> {
  requirePermission(ctx, "payees:read");
  const mine = and(eq(payeeImports.id, importId), eq(payeeImports.environment, ctx.environment));
  const [found] = await ctx.db
    .select({ file: payeeImports, by: users.name })
    .from(payeeImports)
    .innerJoin(users, eq(users.id, payeeImports.proposedBy))
    .where(mine);
  if (!found) return null;
  const { file, by } = found;
  const proposed = await ctx.db
    .select()
    .from(payeeVersions)
    .where(eq(payeeVersions.importId, importId))
    .orderBy(payeeVersions.destinationAccountName, payeeVersions.payeeId);
  const checked = await checksOf(
    ctx,
    proposed.map(({ payeeId }) => payeeId),
  );
  const rows = [];
  for (const version of proposed) {
    const earlier = and(
      eq(payeeVersions.payeeId, version.payeeId),
      lt(payeeVersions.version, version.version),
      eq(payeeVersions.decision, "approved"),
    );
    const before = (await ctx.db.select().from(payeeVersions).where(earlier).orderBy(payeeVersions.version)).at(-1);
    rows.push({
      ...payeeTerms(ctx, version),
      ...{ payeeId: version.payeeId, version: version.version, decision: version.decision },
      changed: before ? changedParts(before, version) : null,
      checks: checked(version),
    });
  }
  return {
    ...{ importId, readerId: ctx.actor.id, name: file.name, by, at: file.proposedAt.toISOString(), rows },
    isOwn: file.proposedBy === ctx.actor.id,
    open: rows.filter(({ decision }) => decision === null).length,
  };
}
