import { stringify } from "csv-stringify/sync";
import { SPREADSHEET, textCell } from "@/lib/csv/text-cell";
import { tokyoCell, zoned } from "@/lib/time";
import type { FileRow } from "./schema";
import { kycDisplayStatusOf } from "./state";

/**
 * What became of each row, as a file that spreadsheets open: UTF-8 with a mark of byte order, and no cell that a
 * spreadsheet would take for a formula. `isText`: player ids and names as cells that Excel leaves as they are.
 */
export function resultsOf(rows: FileRow[], now: Date, { isText = false } = {}): string {
  const text = (value: string) => (isText ? textCell(value) : value);
  return stringify(
    rows.map(({ line, playerId, userName, leftOut, registration }) => [
      ...[line, text(playerId), text(registration?.userName ?? userName)],
      leftOut === null ? (registration ? displayStatus(registration, now) : "waiting") : `left out: ${leftOut}`,
      text(registration?.status ?? ""),
      registration?.evidence?.source ?? "",
      registration?.evidence ? tokyoCell(new Date(registration.evidence.at)) : "",
    ]),
    { header: true, columns: HEADER, ...SPREADSHEET, escape_formulas: !isText },
  );
}

const HEADER = ["line", "playerId", "userName", "result", "status", "evidence", zoned("evidenceAt")];

const displayStatus = (registration: NonNullable<FileRow["registration"]>, now: Date) =>
  kycDisplayStatusOf({ ...registration, since: new Date(registration.since) }, now);
