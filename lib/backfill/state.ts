/**
 * What became of an id on a list of missing orders. `unreachable`: the service did not say, or refused to, and is asked
 * again until it does; every other finding is the last word.
 */
export const FINDINGS = ["waiting", "unreachable", "joined", "held_before", "not_found", "not_valid", "twice"] as const;
export type Finding = (typeof FINDINGS)[number];

export const isOpen = (finding: Finding) => finding === "waiting" || finding === "unreachable";

/** A longer list has to be split by the user. */
export const IDS_MAX = 10_000;
const ID_MAX = 200;

export type Listed = { line: number; given: string; finding: Extract<Finding, "waiting" | "not_valid" | "twice"> };

/**
 * The ids of a pasted list or a file, one a line; of a CSV the first column. A heading and empty lines are no ids.
 * `line` counts from 1, as editors do.
 */
export function idsIn(text: string): Listed[] {
  const seen = new Set<string>();
  return text
    .replace(/^\ufeff/, "")
    .split(/\r\n|\n|\r/)
    .flatMap((row, index) => {
      const given = firstCell(row).normalize("NFC");
      if (given === "" || (seen.size === 0 && isHeading(given))) return [];
      // What is no ID may be a name, and is masked as such: also where it stands twice.
      const finding = !isId(given) ? "not_valid" : seen.has(given) ? "twice" : "waiting";
      seen.add(given);
      return [{ line: index + 1, given: kept(given), finding }];
    });
}

/** As it can be stored: PostgreSQL holds no U+0000. */
const kept = (given: string) => [...given.toWellFormed().replaceAll("\0", "\ufffd")].slice(0, ID_MAX).join("");

/** Up to the first comma, semicolon or tab that stands in no quotes. */
function firstCell(row: string): string {
  const quoted = /^\s*"((?:[^"]|"")*)"/.exec(row);
  if (quoted?.[1] !== undefined) return quoted[1].replaceAll('""', '"').trim();
  return (row.split(/[,;\t]/)[0] ?? "").trim();
}

const isHeading = (cell: string) =>
  /^(reference|transaction|order)?[ _-]?id$|^(参照|取引|注文)(ID|id|番号)$/i.test(cell);

/** One that could be sent to the service. Control characters and what cannot be seen are no part of an id. */
const isId = (given: string) =>
  [...given].length <= ID_MAX && given.isWellFormed() && !/\p{Cc}|\p{Cs}|\p{Cf}|\p{Zl}|\p{Zp}/u.test(given);

const FIRST_MS = 5_000;
const LONGEST_MS = 10 * 60_000;

/** How long until an id that the service did not answer for is asked about again. */
export const againAfterMs = (tries: number) => Math.min(FIRST_MS * 2 ** Math.min(tries, 16), LONGEST_MS);
