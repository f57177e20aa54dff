import { z } from "zod";
import { clockTime, problem, tokyoDayText } from "@/lib/fields";
import { tooLong } from "@/lib/i18n/over-limit";
import type { LedgerMapping } from "../ledger-mapping";
import { mappingInput } from "../schema";
import { isSelect, type SourceFailure, type SourceRunState, type SourceTrigger } from "./state";

const QUERY_MAX = 20_000;

const query = z
  .string()
  .refine((text) => text.trim() !== "", problem("required"))
  .refine((text) => text.trim() === "" || isSelect(text), problem("selectQuery"))
  .refine((text) => !text.includes("\0"), problem("unusableCharacter"))
  .refine((text) => text.length <= QUERY_MAX, tooLong(QUERY_MAX));

export const testSourceInput = z.object({ query });

export const saveSourceInput = z.object({
  /** The version that the form was opened with; null: none. */
  seen: z.int().nullable(),
  query,
  mapping: mappingInput,
  /** A time of day in Tokyo; null: not scheduled. */
  runAt: clockTime.nullable(),
});
export type SaveSourceInput = z.output<typeof saveSourceInput>;

export const runSourceInput = z
  .object({ firstDay: tokyoDayText, lastDay: tokyoDayText })
  .refine(({ firstDay, lastDay }) => firstDay <= lastDay, { path: ["lastDay"], message: problem("timeOrder") });
export type RunSourceInput = z.output<typeof runSourceInput>;

/** What a query gives: its columns, its first rows, and how they would be read. */
export type SourcePreview = { header: string[]; rows: string[][]; mapping: LedgerMapping };

/** One reading. Times are ISO 8601; `by` is null for the schedule. */
export type SourceRunRow = {
  sourceRunId: string;
  version: number;
  firstDay: string;
  lastDay: string;
  trigger: SourceTrigger;
  by: string | null;
  at: string;
  endedAt: string | null;
  state: SourceRunState;
  failure: SourceFailure | null;
  message: string | null;
  rows: number;
  runId: string | null;
};

export type SourceVersion = { version: number; by: string; at: string; runAt: string | null };

export type LedgerSourceView = {
  /** Whether the settings name a database. */
  isConfigured: boolean;
  /** The query in force; null where none was saved. */
  source: (SourceVersion & { query: string; header: string[]; mapping: LedgerMapping }) | null;
  /** Earlier ones too, the newest first. */
  versions: SourceVersion[];
  runs: SourceRunRow[];
};
