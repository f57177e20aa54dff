import { AMOUNT_PROBLEMS, type FieldProblem } from "@/lib/fields";
import { type OverLimit, tooLong } from "@/lib/i18n/over-limit";
import { type GridRow, lineProblemsOf } from "@/lib/imports/grid";
import { decimalsOf } from "@/lib/money/currencies";
import { parseAmount } from "@/lib/money/parse";
import {
  isBookedWord,
  LEDGER_FIELDS,
  type LedgerField,
  type LedgerMapping,
  type OrderType,
  typeOf,
} from "./ledger-mapping";

/** What is wrong with a line: in which column, and what stands there. The line alone is left out, never the file. */
export type LineProblem = {
  field: LedgerField | "line";
  column: string;
  value: string;
  code: FieldProblem | OverLimit;
};

export type LedgerRow = {
  line: number;
  raw: string;
  transactionId: string | null;
  referenceId: string | null;
  playerId: string | null;
  type: OrderType | null;
  currency: string | null;
  amount: string | null;
  isBooked: boolean;
  /** ISO 8601; null where the ledger has no time. */
  bookedAt: string | null;
  /** Null for a line that can be matched. */
  problems: LineProblem[] | null;
};

const ID_MAX = 200;
const SHOWN_MAX = 200;

/** Reads the rows of a ledger by its mapping. Each is read independently of all others. */
export function ledgerReader(header: readonly string[], mapping: LedgerMapping): (row: GridRow) => LedgerRow {
  const { columns, always, bookedWords, rule } = mapping;
  const mapped = LEDGER_FIELDS.flatMap((field) =>
    columns[field] === undefined ? [] : [[field, columns[field]] as const],
  );
  // A million lines have a handful of words for these.
  const [typed, coded, isBooked] = [
    remembered(typeOf),
    remembered(currencyOf),
    remembered((word: string) => isBookedWord(word, bookedWords)),
  ];
  return (row) => {
    const problems: LineProblem[] = [];
    const cell = (field: LedgerField) => {
      const at = columns[field];
      return at === undefined ? "" : (row.cells[at] ?? "").trim();
    };
    const refuse = (field: LedgerField, code: LineProblem["code"]) => {
      const at = columns[field];
      problems.push({ field, column: at === undefined ? "" : (header[at] ?? ""), value: shown(cell(field)), code });
    };
    const none = { transactionId: null, referenceId: null, playerId: null, type: null, currency: null, amount: null };
    const broken = row.problem ?? (row.cells.length > header.length ? "columnCount" : null);
    if (broken !== null) {
      const line = { field: "line", column: "", value: shown(row.raw), code: broken } as const;
      return { line: row.line, raw: row.raw, ...none, isBooked: false, bookedAt: null, problems: [line] };
    }
    for (const [field, at] of mapped) {
      const problem = row.cellProblems[at];
      if (problem) refuse(field, problem);
    }
    const id = (field: "transactionId" | "referenceId" | "playerId") => {
      const text = columns[field] === undefined ? "" : cell(field).normalize("NFC");
      if (text.length > ID_MAX) refuse(field, tooLong(ID_MAX));
      return text === "" ? null : text;
    };
    const [transactionId, referenceId, playerId] = [id("transactionId"), id("referenceId"), id("playerId")];
    const type = columns.type === undefined ? (always.type ?? null) : typed(cell("type"));
    if (type === null) refuse("type", cell("type") === "" ? "required" : "orderType");
    const currency = columns.currency === undefined ? (always.currency ?? null) : coded(cell("currency"));
    if (currency === null) refuse("currency", cell("currency") === "" ? "required" : "currency");
    const amount = ledgerAmount(cell("amount"), currency ?? "");
    if (!amount.ok) refuse("amount", AMOUNT_PROBLEMS[amount.error.kind]);
    const time = cell("bookedAt");
    const bookedAt = time === "" ? null : momentOf(time);
    if (time !== "" && bookedAt === null) refuse("bookedAt", "moment");
    if (transactionId === null && referenceId === null && (rule === "none" || playerId === null || bookedAt === null)) {
      refuse(columns.referenceId === undefined ? "transactionId" : "referenceId", "required");
    }
    return {
      ...{ line: row.line, raw: row.raw, transactionId, referenceId, playerId, type, currency, bookedAt },
      amount: amount.ok ? amount.value : null,
      isBooked: columns.state === undefined || isBooked(cell("state")),
      problems: problems.length === 0 ? null : problems,
    };
  };
}

/** By the number of a column: why a line with these cells cannot be read. */
export function brokenCells(header: readonly string[], mapping: LedgerMapping, cells: string[]) {
  const raw = cells.join();
  const row = { line: 0, raw, cells, problem: null, cellProblems: lineProblemsOf(raw, cells) };
  const { problems } = ledgerReader(header, mapping)(row);
  return new Map(
    problems?.flatMap(({ field, code }) => {
      const at = field === "line" ? undefined : mapping.columns[field];
      return at === undefined ? [] : [[at, code] as const];
    }),
  );
}

/** So many different words are kept; with more of them a file has no words but texts there. */
const REMEMBERED = 1_000;

function remembered<T>(read: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>();
  return (text) => {
    const found = known.get(text);
    if (found !== undefined) return found;
    const value = read(text);
    if (known.size < REMEMBERED) known.set(text, value);
    return value;
  };
}

const shown = (text: string) => [...text].slice(0, SHOWN_MAX).join("");

const currencyOf = (typed: string): string | null => {
  const code = typed.normalize("NFKC").toUpperCase();
  return /^[A-Z]{3,5}$/.test(code) ? code : code === "円" ? "JPY" : null;
};

/** `¥1,000`, `1000円` and `1000.00` are 1000 yen; nothing is rounded. The byte of ¥ in Shift_JIS is read as a backslash. */
function ledgerAmount(typed: string, currency: string) {
  const text = typed.replace(/^[¥￥\\]\s*/, "").replace(/\s*円$/, "");
  const decimals = decimalsOf(currency);
  const isWhole = decimals === 0 && /^[\d,]+\.0+$/.test(text);
  return parseAmount(isWhole ? text.replace(/\.0+$/, "") : text, currency);
}

const MOMENT =
  /^(\d{4})[-/.年]?(\d{1,2})[-/.月]?(\d{1,2})日?(?:[T\s]*(\d{1,2})[:時]?(\d{2})(?:[:分]?(\d{2})(?:\.\d+)?秒?)?分?)?\s*(Z|JST|[+-]\d{2}:?\d{2})?$/i;

/** A time of the ledger, in Tokyo unless it names an offset. Null where it is none, such as 30 February. */
export function momentOf(typed: string): string | null {
  const [, year = "", month = "", day = "", hour = "0", minute = "00", second = "00", zone = "JST"] =
    MOMENT.exec(typed) ?? [];
  if (year === "" || Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return null;
  const midnight = midnightOf(`${year}-${month}-${day}`);
  if (midnight === null) return null;
  const clock = ((Number(hour) * 60 + Number(minute)) * 60 + Number(second)) * 1000;
  return new Date(midnight + clock - offsetMs(zone.toUpperCase())).toISOString();
}

/** Of a day such as `2026-1-5`, in milliseconds of UTC. A ledger has few days. */
const midnightOf = remembered((text): number | null => {
  const [year = 0, month = 0, day = 0] = text.split("-").map(Number);
  const last = new Date(Date.UTC(year, month, 0)).getUTCDate();
  return month < 1 || month > 12 || day < 1 || day > last ? null : Date.UTC(year, month - 1, day);
});

function offsetMs(zone: string): number {
  if (zone === "JST") return TOKYO_MS;
  if (zone === "Z") return 0;
  const [hours, minutes] = [Number(zone.slice(1, 3)), Number(zone.slice(-2))];
  return (zone.startsWith("-") ? -1 : 1) * (hours * 60 + minutes) * 60_000;
}

const TOKYO_MS = 9 * 60 * 60 * 1000;
