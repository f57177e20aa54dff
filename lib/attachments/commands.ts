import "server-only";
import { createHash } from "node:crypto";
import { and, eq, inArray, lt, notExists } from "drizzle-orm";
import { attachments, withdrawalAttachments } from "@/drizzle/schema/attachments";
import { record } from "@/lib/audit/record";
import { type Ctx, requirePermission, userIdOf } from "@/lib/auth/context";
import { insertRow } from "@/lib/db/insert-row";
import { err, ok, type Result } from "@/lib/result";
import {
  ATTACHMENT_MAX_BYTES,
  type AttachmentProblem,
  type AttachmentView,
  attachmentName,
  mediaTypeOf,
} from "./attachment";

/** Keeps a file for a request that is being written. */
export async function addAttachment(
  ctx: Ctx,
  { name: named, bytes }: { name: string; bytes: Uint8Array },
): Promise<Result<AttachmentView, { kind: AttachmentProblem }>> {
  requirePermission(ctx, "withdrawals:create");
  const uploadedBy = userIdOf(ctx);
  const { environment } = ctx;
  const size = bytes.byteLength;
  if (size === 0) return err({ kind: "empty" });
  if (size > ATTACHMENT_MAX_BYTES) return err({ kind: "too_large" });
  const mediaType = mediaTypeOf(bytes);
  if (mediaType === null) return err({ kind: "wrong_type" });
  const name = attachmentName(named);
  const content = Buffer.from(bytes);
  const file = { environment, name, mediaType, size, sha256: sha256Of(content), content };
  return ctx.db.transaction(async (tx) => {
    const id = await insertRow(tx, attachments, { ...file, uploadedBy, uploadedAt: ctx.now() });
    const detail = { sha256: file.sha256, size, mediaType };
    await record(tx, ctx, { action: "attachment.added", subject: id, detail });
    return ok({ id, name, size });
  });
}

export const sha256Of = (content: Buffer): string => createHash("sha256").update(content).digest("hex");

/** Longer than any draft is kept, so that an attachment still exists when its form is sent. */
const UNUSED_MS = 7 * 24 * 3_600_000;
const BATCH = 100;

/** Removes what was uploaded a week ago and no request has used. */
export async function removeUnusedAttachments(ctx: Ctx): Promise<{ removed: number }> {
  requirePermission(ctx, "raw_data:delete");
  const { id, environment, uploadedAt } = attachments;
  const used = ctx.db
    .select({ id: withdrawalAttachments.attachmentId })
    .from(withdrawalAttachments)
    .where(eq(withdrawalAttachments.attachmentId, id));
  const isOld = lt(uploadedAt, new Date(ctx.now().getTime() - UNUSED_MS));
  let removed = 0;
  for (let count = BATCH; count === BATCH; removed += count) {
    count = await ctx.db.transaction(async (tx) => {
      const unused = tx
        .select({ id })
        .from(attachments)
        .where(and(eq(environment, ctx.environment), isOld, notExists(used)))
        .limit(BATCH);
      const gone = await tx.delete(attachments).where(inArray(id, unused)).returning({ id });
      if (gone.length > 0) {
        await record(tx, ctx, { action: "attachments.deleted", subject: "unused", detail: { count: gone.length } });
      }
      return gone.length;
    });
  }
  return { removed };
}
