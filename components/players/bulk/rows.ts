import type { ReadRow } from "@/lib/kyc/import-row";
import type { HeldPlayers, PlayerRow, SheetView } from "@/lib/kyc/schema";
import {
  isConfirmed,
  isPointless,
  type KycDisplayStatus,
  kycDisplayStatusOf,
  type ReplacedName,
  replacedName,
} from "@/lib/kyc/state";

export type Mapping = SheetView["guess"];
/** What a person did to a row, by its line. */
export type Edits = Record<number, { playerId?: string; userName?: string; isLeftOut?: boolean }>;

/** The earlier names that a person agreed to replace, by line. */
export type Confirmed = Record<number, ReplacedName>;

/** `twice`: the player is in an earlier row. `same`: registered under this name, or on the way. `other_name`: another waits to be confirmed. */
export type RowState = "ok" | "changed" | "proposal" | "refused" | "twice" | "same" | "other_name" | "left_out";

export type BulkRow = {
  line: number;
  typed: { playerId: string; userName: string };
  read: ReadRow;
  state: RowState;
  /** The player's registration before this one; null where none is known, or the row is not to be sent. */
  earlier: EarlierRow | null;
  /** What a person has to confirm that it takes the place of, confirmed or not. */
  replaces: ReplacedName | null;
};

type EarlierRow = Pick<PlayerRow, "userName" | "status"> & { displayStatus: KycDisplayStatus };

type Sheet = Pick<SheetView, "rows">;
type Given = {
  sheet: Sheet;
  mapping: Mapping;
  edits: Edits;
  confirmed: Confirmed;
  held: HeldPlayers | undefined;
};

const listed = (sheet: Sheet, { hasHeader }: Mapping) => sheet.rows.slice(hasHeader ? 1 : 0);

const typedId = ({ line, cells }: Sheet["rows"][number], mapping: Mapping, edits: Edits): string =>
  edits[line]?.playerId ?? cells[mapping.playerId] ?? "";

/** The players of a file as corrected, to be compared with those that are registered. A full file has a header besides. */
export const playersIn = (sheet: Sheet, mapping: Mapping, edits: Edits): string[] =>
  listed(sheet, mapping).map((row) => typedId(row, mapping, edits).trim().normalize("NFC").slice(0, 1_000));

/** Every row of the file as it stands now. `read` is the rules, which come when they are first needed. */
export function rowsOf(
  { sheet, mapping, edits, confirmed, held }: Given,
  read: (typed: BulkRow["typed"]) => ReadRow,
): BulkRow[] {
  const seen = new Set<string>();
  const known = new Map(held?.rows.map((row) => [row.playerId, row]));
  const asOf = new Date(held?.asOf ?? 0);
  return listed(sheet, mapping).map((given) => {
    const { line, cells, problem, cellProblems } = given;
    const edit = edits[line];
    const typed = {
      playerId: typedId(given, mapping, edits),
      userName: edit?.userName ?? cells[mapping.userName] ?? "",
    };
    const inFile = {
      playerId: edit?.playerId === undefined ? cellProblems?.[mapping.playerId] : undefined,
      userName: edit?.userName === undefined ? cellProblems?.[mapping.userName] : undefined,
    };
    const isEdited = edit?.playerId !== undefined || edit?.userName !== undefined;
    const ofFile = { ...inFile, ...(problem && !isEdited && { playerId: problem }) };
    const row = withFileProblems(read(typed), ofFile);
    const before = known.get(row.playerId);
    const replaces = replacedName(before, row.userName);
    // A proposal for such a text would be accepted with all others, unseen.
    const isWrongInFile = ofFile.playerId !== undefined || ofFile.userName !== undefined;
    const good = edit?.isLeftOut ? "left_out" : isWrongInFile ? "refused" : stateOf(row);
    const state = isGood(good) && !isConfirmed(replaces, confirmed[line] ?? null) ? "other_name" : good;
    if (state !== "left_out") seen.add(row.playerId);
    const earlier = before && (isGood(good) || good === "same") ? earlierRow(before) : null;
    return { line, typed, read: row, state, earlier, replaces: isGood(good) ? replaces : null };
  });

  function stateOf(row: ReadRow): RowState {
    if (row.proposal !== null) return "proposal";
    if (row.problems.playerId !== undefined || row.problems.userName !== undefined) return "refused";
    if (seen.has(row.playerId)) return "twice";
    const before = known.get(row.playerId);
    if (before?.userName === row.userName && isPointless(earlierRow(before).displayStatus)) return "same";
    return row.changed ? "changed" : "ok";
  }

  function earlierRow({ since, ...before }: PlayerRow): EarlierRow {
    const { userName, status } = before;
    return { userName, status, displayStatus: kycDisplayStatusOf({ ...before, since: new Date(since) }, asOf) };
  }
}

/** What the file has wrong comes before what the rules say of a text that may not be the one that was meant. */
const withFileProblems = (row: ReadRow, { playerId, userName }: ReadRow["problems"]): ReadRow => ({
  ...row,
  problems: { playerId: playerId ?? row.problems.playerId, userName: userName ?? row.problems.userName },
});

/** A person has to say something, or the row is left out. */
export const needsCorrection = (state: RowState) =>
  state === "proposal" || state === "refused" || state === "twice" || state === "other_name";

/** It is shown what a row changes of the earlier registration, confirmed or not. */
export const isRenamed = ({ earlier, read }: BulkRow) => earlier !== null && earlier.userName !== read.userName;

/** It will be registered. */
export const isGood = (state: RowState) => state === "ok" || state === "changed";

/** What is wrong with single characters of a name. A name that is missing has none. */
export const characterProblems = ({ name }: ReadRow) =>
  name.problems.filter(({ code }) => code !== "EMPTY").slice(0, 3);

/** What is wrong with a name besides. */
export const nameProblem = ({ problems: { userName } }: ReadRow) => (userName === "playerName" ? undefined : userName);
