import { z } from "zod";
import { line as textLine } from "@/lib/fields";
import { BATCH_FIELDS } from "./row";

const cell = z.string().max(500);
const oneRow = { batchId: z.uuid(), line: z.number().int().min(1) };
const reason = textLine(200);

const oneBatch = z.object({ batchId: z.uuid() });

export const rowInput = z.object({ ...oneRow, fields: z.record(z.enum(BATCH_FIELDS), cell) });
export type RowInput = z.output<typeof rowInput>;

/** Without a reason, the row is taken in again. */
export const excludeInput = z.object({ ...oneRow, reason: reason.nullable() });
export type ExcludeInput = z.output<typeof excludeInput>;

export const acceptInput = z.object({ ...oneRow, reason });
export type AcceptInput = z.output<typeof acceptInput>;

/** `edits`: what the requester saw, so that a change by another is seen before anything is asked for. */
export const batchRequestInput = oneBatch.extend({ edits: z.number().int().min(0) });
export type BatchRequestInput = z.output<typeof batchRequestInput>;

/** In production the approver types how many rows and how much of each currency. */
const again = z.object({ count: z.string().max(16), amounts: z.record(z.string().max(8), z.string().max(64)) });
const decided = { batchId: z.uuid(), digest: z.string().regex(/^v1:[0-9a-f]{8}:[0-9a-f]{64}$/) };
export const batchDecisionInput = z.discriminatedUnion("decision", [
  z.object({ ...decided, decision: z.literal("approved"), again: again.optional(), reason: z.undefined().optional() }),
  z.object({ ...decided, decision: z.enum(["declined", "sent_back"]), reason: textLine(500) }),
]);
export type BatchDecisionInput = z.output<typeof batchDecisionInput>;
