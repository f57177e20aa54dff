import type { FileRow } from "@/lib/kyc/schema";
import { kycDisplayStatusOf, needsAction } from "@/lib/kyc/state";
import { endedHere } from "@/lib/transactions/submission/submission";

/** The rows of a file by what is to be done about them. `wanted`: how many are sent in the end; `waits`: how many not yet. */
export function fileGroups(rows: FileRow[], now: number) {
  const statusOf = ({ registration }: FileRow) =>
    registration && kycDisplayStatusOf({ ...registration, since: new Date(registration.since) }, new Date(now));
  // Another registration of the player may have taken a row's place before it left.
  const wanted = rows.filter(
    ({ leftOut, registration }) => leftOut === null && !endedHere(registration?.submission ?? null),
  );
  return {
    wanted: wanted.length,
    waits: wanted.filter((row) => (statusOf(row) ?? "underway") === "underway").length,
    needs: rows.filter((row) => !row.registration?.superseded && needsAction(statusOf(row) ?? "underway")),
    leftOut: rows.filter(({ leftOut }) => leftOut !== null),
  };
}
