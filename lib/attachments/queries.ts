import "server-only";
import { and, asc, eq, exists, inArray, or } from "drizzle-orm";
import { attachments, withdrawalAttachments } from "@/drizzle/schema/attachments";
import { transactions } from "@/drizzle/schema/transactions";
import { record } from "@/lib/audit/record";
import { type Ctx, requirePermission } from "@/lib/auth/context";
import type { Db, Tx } from "@/lib/db/connection";
import { seesPii } from "@/lib/pii/access";
import type { AttachmentView } from "./attachment";
import { sha256Of } from "./commands";

/** A file as the record of a request holds it. */
export type Attached = AttachmentView & { sha256: string };

const { id, name, size, sha256 } = attachments;

/** The files of these requests, by row, each in its order. */
export async function attachedTo(db: Db | Tx, rows: readonly string[]): Promise<Map<string, Attached[]>> {
  if (rows.length === 0) return new Map();
  const { transactionRow, attachmentId, position } = withdrawalAttachments;
  const found = await db
    .select({ transactionRow, id, name, size, sha256 })
    .from(withdrawalAttachments)
    .innerJoin(attachments, eq(id, attachmentId))
    .where(inArray(transactionRow, [...rows]))
    .orderBy(asc(position));
  const files = Map.groupBy(found, (one) => one.transactionRow);
  return new Map([...files].map(([row, all]) => [row, all.map(({ transactionRow: _row, ...file }) => file)]));
}

/**
 * The files that a form names, in its order: those that its writer uploaded, and those of the request that it corrects.
 * Null where one of them is not there, or not any more.
 */
export async function attachedInForm(
  { db, environment, actor }: Pick<Ctx, "db" | "environment" | "actor">,
  { ids, corrects }: { ids: readonly string[]; corrects: string | undefined },
): Promise<Attached[] | null> {
  if (ids.length === 0) return [];
  const ofCorrected = db
    .select({ id: transactions.id })
    .from(withdrawalAttachments)
    .innerJoin(transactions, eq(transactions.id, withdrawalAttachments.transactionRow))
    .where(and(eq(withdrawalAttachments.attachmentId, id), eq(transactions.referenceId, corrects ?? "")));
  const mine = or(eq(attachments.uploadedBy, actor.id), exists(ofCorrected));
  const found = await db
    .select({ id, name, size, sha256 })
    .from(attachments)
    .where(and(eq(attachments.environment, environment), inArray(id, [...ids]), mine));
  const files = ids.map((wanted) => found.find((one) => one.id === wanted));
  return files.every((file) => file !== undefined) ? files : null;
}

export type AttachedFile = { name: string; mediaType: string; content: Buffer };

/**
 * A file to be read, for those who see accounts and names whole; each reading is in the audit log. Null where there is
 * none, also where its content is not the one that was uploaded.
 */
export async function getAttachment(
  ctx: Ctx,
  { attachmentId }: { attachmentId: string },
): Promise<AttachedFile | null> {
  requirePermission(ctx, "pii:read");
  if (!seesPii(ctx)) return null;
  const mine = and(eq(attachments.environment, ctx.environment), eq(id, attachmentId));
  const [file] = await ctx.db.select().from(attachments).where(mine);
  if (!file || sha256Of(file.content) !== file.sha256) return null;
  await ctx.db.transaction((tx) =>
    record(tx, ctx, { action: "attachment.opened", subject: file.id, detail: { sha256: file.sha256 } }),
  );
  return { name: file.name, mediaType: file.mediaType, content: file.content };
}
