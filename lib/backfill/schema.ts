import { z } from "zod";
import type { backfillRows } from "@/drizzle/schema/backfill";
import { problem } from "@/lib/fields";
import { tooLong } from "@/lib/i18n/over-limit";
import type { Failure } from "@/lib/payments-api/failure";
import { FINDINGS, type Finding } from "./state";

/** Ten thousand ids of a usual length, as they were pasted. The console takes nothing larger in one piece. */
const TEXT_MAX = 900_000;

export const historyInput = z.object({
  ids: z
    .string({ error: problem("required") })
    .refine((text) => text.trim() !== "", problem("required"))
    .refine((text) => text.length <= TEXT_MAX, tooLong(TEXT_MAX)),
});
export type HistoryInput = z.output<typeof historyInput>;

/** Which rows of a list are shown, from the address. */
const rowFilter = z.object({
  finding: z.enum(FINDINGS).optional().catch(undefined),
  after: z.coerce.number().int().min(0).max(1_000_000).catch(0),
});
export type RowFilter = z.output<typeof rowFilter>;
export const rowsOfRun = rowFilter.extend({ runId: z.uuid() });

/** One list of ids. Times are ISO 8601. */
export type HistoryRun = {
  id: string;
  startedBy: string;
  startedAt: string;
  /** Null while ids are still to be asked about. */
  endedAt: string | null;
  rows: number;
  findings: Record<Finding, number>;
};

export type HistoryRow = Omit<typeof backfillRows.$inferSelect, "runId" | "dueAt"> & { dueAt: string | null };

export type BackfillView = HistoryRun & {
  /** Why the service last said nothing about an id, while some have no finding. */
  failure: Failure | null;
  shown: HistoryRow[];
  /** The line to go on after; null where these are the last. */
  next: number | null;
};
