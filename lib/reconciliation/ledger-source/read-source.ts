import "server-only";
import { createHash } from "node:crypto";
import { stringify } from "csv-stringify/sync";
import type { Ctx } from "@/lib/auth/context";
import { MerchantDatabaseError, type Period, readMerchantDatabase } from "@/lib/db/merchant-database";
import { err, ok, type Result } from "@/lib/result";
import { tokyoDaysRange } from "@/lib/time";
import { LEDGER_MAX_BYTES, PART_BYTES } from "../schema";
import {
  PREVIEW_ROWS,
  READING_MINUTES,
  SOURCE_ROWS_MAX,
  type SourceProblem,
  STATEMENT_SECONDS,
  withoutEnd,
} from "./state";

type Asked = { query: string; firstDay: string; lastDay: string };
type Source = Pick<Ctx, "ledgerDatabase" | "monotonic">;

async function* rowsOf({ ledgerDatabase }: Source, url: string, { query, ...days }: Asked) {
  const batches = readMerchantDatabase({
    ...{ url, query: withoutEnd(query), period: periodOf(days) },
    statementSeconds: ledgerDatabase?.statementSeconds ?? STATEMENT_SECONDS,
  });
  for await (const { header, rows } of batches) yield { header: cellsOf(header), rows: rows.map(cellsOf) };
}

function periodOf({ firstDay, lastDay }: Omit<Asked, "query">): Period {
  const { from, before } = tokyoDaysRange({ from: firstDay, to: lastDay });
  if (!from || !before) throw new Error("a reading without its days");
  return { firstDay, lastDay, from, before };
}

/** The columns of a query and its first rows. */
export async function previewSource(
  ctx: Source,
  asked: Asked,
): Promise<Result<{ header: string[]; rows: string[][] }, SourceProblem>> {
  const url = ctx.ledgerDatabase?.url;
  if (url === undefined) return err({ kind: "not_configured", message: null });
  try {
    let header: string[] = [];
    for await (const batch of rowsOf(ctx, url, asked)) {
      header = batch.header;
      if (batch.rows.length > 0) return ok({ header, rows: batch.rows.slice(0, PREVIEW_ROWS) });
    }
    return ok({ header, rows: [] });
  } catch (error) {
    return err(problemOf(error));
  }
}

/** A ledger has one line a row. */
const cellsOf = (row: (string | null)[]) => row.map((cell) => cell?.replace(/[\r\n]+/g, " ") ?? "");

type Kept = { header: string[]; sha256: string; bytes: number; rows: number };

/**
 * Reads a query as a ledger in CSV, part by part, so that no more than a part is held. The caller's transaction keeps the
 * parts, and drops them all where this is no success.
 */
export async function readSource(
  ctx: Source,
  asked: Asked,
  keepPart: (part: number, bytes: Uint8Array) => Promise<void>,
): Promise<Result<Kept, SourceProblem>> {
  const url = ctx.ledgerDatabase?.url;
  if (url === undefined) return err({ kind: "not_configured", message: null });
  const begun = ctx.monotonic().ms;
  const hash = createHash("sha256");
  const kept = { header: [] as string[], bytes: 0, rows: 0 };
  let held: Buffer[] = [];
  let size = 0;
  let part = 0;
  const flush = async () => {
    await keepPart(part, new Uint8Array(Buffer.concat(held)));
    part += 1;
    held = [];
    size = 0;
  };
  try {
    for await (const { header, rows } of rowsOf(ctx, url, asked)) {
      if (ctx.monotonic().ms - begun > READING_MINUTES * 60_000) return err({ kind: "timeout", message: null });
      const lines = kept.header.length === 0 ? [header, ...rows] : rows;
      kept.header = header;
      kept.rows += rows.length;
      const text = Buffer.from(stringify(lines, { record_delimiter: "\n" }));
      kept.bytes += text.byteLength;
      if (kept.rows > SOURCE_ROWS_MAX) return err({ kind: "too_many_rows", message: null });
      if (kept.bytes > LEDGER_MAX_BYTES) return err({ kind: "too_large", message: null });
      hash.update(text);
      held.push(text);
      size += text.byteLength;
      if (size >= PART_BYTES) await flush();
    }
    if (size > 0) await flush();
  } catch (error) {
    return err(problemOf(error));
  }
  return kept.rows === 0 ? err({ kind: "empty", message: null }) : ok({ ...kept, sha256: hash.digest("hex") });
}

const MESSAGE_MAX = 500;

/** What is not of the other database is an error of ours. */
function problemOf(error: unknown): SourceProblem {
  if (!(error instanceof MerchantDatabaseError)) throw error;
  const { failure } = error;
  return { kind: failure.kind, message: "message" in failure ? failure.message.slice(0, MESSAGE_MAX) : null };
}
