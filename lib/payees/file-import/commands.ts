import "server-only";
import { createHash } from "node:crypto";
import { and, eq, isNull } from "drizzle-orm";
import { payeeImports, payeeVersions } from "@/drizzle/schema/payees";
import { record } from "@/lib/audit/record";
import { type Ctx, requirePermission, userIdOf } from "@/lib/auth/context";
import { missingProof } from "@/lib/auth/factors";
import type { ProofNeeded } from "@/lib/auth/step-up";
import type { Tx } from "@/lib/db/connection";
import { insertRow } from "@/lib/db/insert-row";
import { err, ok, type Result } from "@/lib/result";
import {
  type CannotDecide,
  type CannotTakeBack,
  decideIn,
  lockBook,
  proposeChangeIn,
  proposeIn,
  takeBackIn,
} from "../commands";
import { planFile } from "./plan";
import type { ImportDecisionInput, PayeeFile, PayeeFileProblem } from "./schema";

type Upload = PayeeFile & { name: string };

/** Proposes what a file adds and changes, all of it or nothing. Lines that say nothing new, or have problems, are left out. */
export async function proposePayeeFile(
  ctx: Ctx,
  { name, ...file }: Upload,
): Promise<Result<{ importId: string; proposed: number }, PayeeFileProblem | { kind: "nothing_new" }>> {
  requirePermission(ctx, "payees:edit");
  const proposedBy = userIdOf(ctx);
  return ctx.db.transaction(async (tx) => {
    await lockBook(tx, ctx);
    const plan = await planFile(tx, ctx, file);
    if (!plan.ok) return plan;
    const wanted = plan.value.filter(({ outcome }) => outcome === "add" || outcome === "change");
    if (wanted.length === 0) return err({ kind: "nothing_new" });
    const fileSha256 = createHash("sha256").update(file.bytes).digest("hex");
    const made = { environment: ctx.environment, name, fileSha256, proposedBy, proposedAt: ctx.now() };
    const importId = await insertRow(tx, payeeImports, made);
    for (const { payee, payeeId, seen } of wanted) {
      if (payee === null) continue;
      const proposal =
        payeeId === null || seen === null
          ? await proposeIn(tx, ctx, payee, importId)
          : await proposeChangeIn(tx, ctx, { payeeId, seen, payee }, importId);
      // The book is locked and the plan was made of it: nothing can be refused that the plan did not see.
      if (!proposal.ok) throw new Error(`line refused: ${proposal.error.kind}`);
    }
    const detail = { name, sha256: fileSha256, rows: wanted.length };
    await record(tx, ctx, { action: "payees.imported", subject: importId, detail });
    return ok({ importId, proposed: wanted.length });
  });
}

/** Approves or rejects what still waits of a file, by one decision. Each payee has its own line in the audit log. */
export async function decidePayeeImport(
  ctx: Ctx,
  { importId, decision, reason }: ImportDecisionInput,
): Promise<Result<{ decided: number }, CannotDecide | ProofNeeded>> {
  requirePermission(ctx, "payees:approve");
  return ctx.db.transaction(async (tx) => {
    const open = await openOf(tx, ctx, importId);
    if (open.length === 0) return err({ kind: "not_open" });
    const unproven = decision === "approved" ? await missingProof(tx, ctx) : null;
    if (unproven) return err(unproven);
    let decided = 0;
    for (const one of open) {
      const result = await decideIn(tx, ctx, { ...one, decision, reason });
      if (result.ok) decided += 1;
      // Who may not approve one may approve none; one that was decided meanwhile stays as it is.
      else if (result.error.kind !== "not_open") return result;
    }
    return ok({ decided });
  });
}

/** Takes back what still waits of one's own file, as a whole. Each payee has its own line in the audit log. */
export async function takeBackPayeeImport(
  ctx: Ctx,
  { importId }: { importId: string },
): Promise<Result<{ withdrawn: number }, CannotTakeBack>> {
  requirePermission(ctx, "payees:edit");
  return ctx.db.transaction(async (tx) => {
    let withdrawn = 0;
    for (const one of await openOf(tx, ctx, importId)) {
      const result = await takeBackIn(tx, ctx, one);
      if (result.ok) withdrawn += 1;
      // One user proposed all of them; one that was decided meanwhile stays as it is.
      else if (result.error.kind !== "not_open") return result;
    }
    return withdrawn === 0 ? err({ kind: "not_open" }) : ok({ withdrawn });
  });
}

/** What still waits of a file. */
function openOf(tx: Tx, { environment }: Ctx, importId: string) {
  return tx
    .select({ payeeId: payeeVersions.payeeId, version: payeeVersions.version })
    .from(payeeVersions)
    .innerJoin(payeeImports, eq(payeeImports.id, payeeVersions.importId))
    .where(
      and(eq(payeeImports.id, importId), eq(payeeImports.environment, environment), isNull(payeeVersions.decision)),
    )
    .orderBy(payeeVersions.payeeId);
}
