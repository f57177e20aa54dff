import { csv } from "@/lib/csv/file";
import { tokyoCell, zoned } from "@/lib/time";
import type { FileRow } from "./schema";
import { kycDisplayStatusOf } from "./state";

const HEADER = ["line", "playerId", "userName", "result", "status", "evidence", zoned("evidenceAt")];

/** What became of each row. `isText`: player ids and names as cells that Excel leaves as they are. */
export function resultsOf(rows: FileRow[], now: Date, { isText = false } = {}): string {
  const text = (value: string) => (isText ? { text: value } : value);
  const cells = rows.map(({ line, playerId, userName, leftOut, registration }) => [
    ...[line, text(playerId), text(registration?.userName ?? userName)],
    leftOut === null ? (registration ? displayStatus(registration, now) : "waiting") : `left out: ${leftOut}`,
    text(registration?.status ?? ""),
    registration?.evidence?.source ?? "",
    registration?.evidence ? tokyoCell(new Date(registration.evidence.at)) : "",
  ]);
  return csv(HEADER, cells);
}

const displayStatus = (registration: NonNullable<FileRow["registration"]>, now: Date) =>
  kycDisplayStatusOf({ ...registration, since: new Date(registration.since) }, now);
