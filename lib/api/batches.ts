import "server-only";
import { and, asc, eq, sql } from "drizzle-orm";
import type { z } from "zod";
import { batchRows } from "@/drizzle/schema/batches";
import { type Ctx, requirePermission } from "@/lib/auth/context";
import { requireSending } from "@/lib/auth/read-only";
import { type Batch, type BatchRow, findBatch } from "@/lib/batches/access";
import { requestBatch } from "@/lib/batches/approvals";
import { uploadBatch } from "@/lib/batches/drafts";
import { ownCsv } from "@/lib/batches/result-files";
import { BANK_CODES, openWarnings } from "@/lib/batches/row";
import { lacksReason, sameListBefore } from "@/lib/batches/same-list";
import { isDraft } from "@/lib/batches/state";
import { trailersDiffer } from "@/lib/batches/trailers";
import { problemParts } from "@/lib/i18n/over-limit";
import { err, ok, type Result } from "@/lib/result";
import type { ApiProblem } from "./problem";
import type { BatchRequest, batchAnswer } from "./shapes";

type Answer = z.output<typeof batchAnswer>;

/** Keeps a list of payouts, as an upload does, and requests it where no row needs a person. */
export async function createBatch(ctx: Ctx, body: BatchRequest): Promise<Result<Answer, ApiProblem>> {
  requirePermission(ctx, "withdrawals:create");
  requireSending(ctx);
  const { name, rows, file, request } = body;
  if ((rows === undefined) === (file === undefined)) {
    return err({ code: "invalid", detail: "Either rows or file.", errors: [{ field: "rows", code: "required" }] });
  }
  const bytes = Buffer.from(rows ? ownCsv(rows) : (file ?? ""));
  // The text of a request has one reading, though its bytes may be a text in several encodings.
  const uploaded = await uploadBatch(ctx, { name, bytes, encoding: "UTF-8" });
  if (!uploaded.ok) return err({ code: "file_not_readable", detail: uploaded.error.kind });
  const { batchId, isNew } = uploaded.value;
  const draft = await findBatch(ctx, batchId);
  if (!draft) throw new Error(`no batch ${batchId}`);
  if (request && isNew && isDraft(draft.state) && (rows || !(await hasRestoredCodes(ctx, batchId)))) {
    const requested = await requestBatch(ctx, { batchId, edits: draft.edits });
    if (!requested.ok && requested.error.kind === "exceeds_key_limit") return err({ code: "exceeds_key_limit" });
    // What needs a person leaves it a draft, and the answer says what.
  }
  const now = await findBatch(ctx, batchId);
  if (!now) throw new Error(`no batch ${batchId}`);
  const kept = await ctx.db.select().from(batchRows).where(eq(batchRows.batchId, batchId)).orderBy(asc(batchRows.line));
  return ok({
    ...{ batchId, isNew, state: now.state, needs: isDraft(now.state) ? await neededBy(ctx, now, kept) : null },
    rows: kept.map(({ line, referenceId, problems, warnings, accepted, marks }) => ({
      ...{ line, referenceId, warnings: openWarnings(warnings, accepted).map(({ kind }) => kind) },
      ...{ restored: marks.restored, converted: marks.converted },
      problems: Object.entries(problems ?? {}).map(([field, code]) => ({
        field,
        code: problemParts(String(code)).code,
      })),
    })),
  });
}

/** Whether the bank or the branch of a row is what the reading of its file made of fewer digits: a person sees it first. */
async function hasRestoredCodes({ db }: Ctx, batchId: string): Promise<boolean> {
  const isCode = sql`${batchRows.marks} -> 'restored' ?| ${sql.param([...BANK_CODES])}::text[]`;
  return (await db.$count(batchRows, and(eq(batchRows.batchId, batchId), isCode))) > 0;
}

/** What a person has to do before a draft is requested: what `requestBatch` asks for, then to request it. */
async function neededBy({ db }: Ctx, batch: Batch, rows: BatchRow[]): Promise<Answer["needs"]> {
  if (trailersDiffer(batch.trailers) && !batch.trailersAccepted) return "trailers_differ";
  const isOpen = ({ excludedBy, terms, warnings, accepted }: BatchRow) =>
    excludedBy === null && (terms === null || openWarnings(warnings, accepted).length > 0);
  if (rows.some(isOpen)) return "rows_open";
  return lacksReason(batch, await sameListBefore(db, batch)) ? "same_list" : "request";
}
