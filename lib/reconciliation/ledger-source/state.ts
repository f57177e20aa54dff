export const SOURCE_RUN_STATES = ["running", "done", "failed"] as const;
export type SourceRunState = (typeof SOURCE_RUN_STATES)[number];

export type SourceTrigger = "schedule" | "person";

/**
 * Why the merchant's database could not be read; nothing of it was kept. `not_reconciled`: its rows were read and kept, and
 * the run that was to compare them failed.
 */
export const SOURCE_FAILURES = [
  "not_configured",
  "unreachable",
  "access_denied",
  "connection_lost",
  "superuser",
  "write_refused",
  "timeout",
  "query_failed",
  "too_many_rows",
  "too_large",
  "empty",
  "header_differs",
  "not_reconciled",
] as const;
export type SourceFailure = (typeof SOURCE_FAILURES)[number];

/** `message`: what the database said of the query; null where it would tell of the connection. */
export type SourceProblem = { kind: SourceFailure; message: string | null };

/** Of one answer. A run ends with the first that takes longer. */
export const STATEMENT_SECONDS = 60;
/** Of all answers of a run together. */
export const READING_MINUTES = 10;
export const SOURCE_ROWS_MAX = 2_000_000;
export const PREVIEW_ROWS = 20;

/** So often a scheduled reading that failed is tried, and with so much time between. */
export const TRIES = 3;
export const RETRY_MS = 10 * 60_000;

/** Whether a text begins as one query does. The database itself refuses several statements, and all that writes. */
export const isSelect = (query: string): boolean => /^(select|with)\b/i.test(withoutComments(query).trimStart());

const withoutComments = (query: string) => query.replaceAll(/--[^\n]*|\/\*[\s\S]*?\*\//g, " ");

/** One semicolon at the end is a habit, and no second statement. */
export const withoutEnd = (query: string): string => query.trim().replace(/;\s*$/, "");
