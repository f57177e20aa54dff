import { eq } from "drizzle-orm";
import { batches, batchRows } from "@/drizzle/schema/batches";
import type { Ctx } from "@/lib/auth/context";
import { requestBatch } from "@/lib/batches/approvals";
import { getDraft } from "@/lib/batches/draft-queries";
import { acceptWarnings, uploadBatch } from "@/lib/batches/drafts";
import type { RowFields } from "@/lib/batches/row";
import { sendBatch } from "@/lib/batches/send";
import { batchFile } from "./batch-rows";
import type { TestContext } from "./context";

/** A batch of these rows that ops uploaded. */
export async function uploaded(context: TestContext, rows: Partial<RowFields>[]): Promise<string> {
  const made = await uploadBatch(await context.as("ops"), { bytes: batchFile(rows), name: "payouts.csv" });
  if (!made.ok) throw new Error(made.error.kind);
  return made.value.batchId;
}

export async function batchOf({ db }: TestContext, batchId: string) {
  const [batch] = await db.select().from(batches).where(eq(batches.id, batchId));
  if (!batch) throw new Error(`no batch ${batchId}`);
  const rows = await db.select().from(batchRows).where(eq(batchRows.batchId, batchId)).orderBy(batchRows.line);
  return { ...batch, rows };
}

/** Ops, or another user, asks for the approval of what they see. */
export async function requestAsSeen(context: TestContext, batchId: string, by?: Ctx) {
  const { edits } = await batchOf(context, batchId);
  return requestBatch(by ?? (await context.as("ops")), { batchId, edits });
}

/** Pays rows in spite of their warnings as they are on the screen now. */
export async function acceptAsSeen(by: Ctx, asked: { batchId: string; lines: number[]; reason: string }) {
  const { batchId, lines, reason } = asked;
  const draft = await getDraft(by, { batchId });
  const rows = (draft?.rows ?? []).flatMap(({ line, paid, warnings = [] }) =>
    paid && lines.includes(line) ? [{ line, currency: paid.currency, amount: paid.amount, warnings }] : [],
  );
  return acceptWarnings(by, { batchId, rows, reason });
}

/** More than any batch of a test has: its rows need not wait for their turns. */
export const WITHOUT_PAUSE = 1_000;

/** The job goes on until the batch is no longer being sent. */
export async function sendWhole(context: TestContext, batchId: string, turns = 20) {
  const job = await context.as("job");
  for (let turn = 0; turn < turns; turn++) {
    if ((await batchOf(context, batchId)).state !== "sending") break;
    await sendBatch(job, { batchId, rowsPerSecond: WITHOUT_PAUSE });
  }
  return batchOf(context, batchId);
}
