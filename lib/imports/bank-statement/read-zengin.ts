import { err, ok, type Result } from "@/lib/result";
import { DAY_MS, tokyoDayRange } from "@/lib/time";
import { tooManyRows } from "../read-grid";
import { EBCDIC_ONE, isZenginText, recordsOf, strangePosition, zenginText } from "../zengin/characters";
import { type BankFile, type BankFileProblem, type EntryProblem, type StatementEntry, shown } from "./statement";
import { type DataField, dataOf, headerOf, positionsOf, RECORD_LENGTH, trailerOf } from "./zengin-layout";

/** Whether a file begins as a header record of any type does. */
export function looksLikeZenginStatement(bytes: Uint8Array): boolean {
  if (bytes[0] === EBCDIC_ONE) return true;
  const begun = zenginText(bytes.subarray(0, RECORD_LENGTH * 4), undefined, { isCut: true });
  return begun.ok && /^1\d{3}\d{18}\d{4}[^,\t\r\n]{15}/.test(begun.value.text);
}

/**
 * Reads 入出金取引明細. Each trailer has to count and sum what its records say, or the file is refused whole; a record
 * that cannot be read is left out alone, and then the sums of its trailer are not compared. `today`: a day of the
 * Japanese calendar that would lie ahead of it is of the era before.
 */
export function readZenginStatement(bytes: Uint8Array, today: string): Result<BankFile, BankFileProblem> {
  if (bytes[0] === EBCDIC_ONE) return err({ kind: "statement_ebcdic" });
  const decoded = zenginText(bytes);
  if (!decoded.ok) return err({ kind: "not_text" });
  const { text, encoding } = decoded.value;
  const { records } = recordsOf(text, RECORD_LENGTH);
  const many = tooManyRows(records.filter((record) => record.startsWith("2")).length);
  if (many) return err(many);
  const file: BankFile = { format: "zengin", encoding, accounts: [], entries: [], leftOut: 0 };
  let open: StatementEntry[] | null = null;
  let isEnded = false;
  for (const [at, record] of records.entries()) {
    const number = at + 1;
    const kind = record[0];
    if (isEnded) return err({ kind: "statement_order", record: number });
    if (kind !== "2" && (strangePosition(record) > 0 || record.length > RECORD_LENGTH))
      return err({ kind: "statement_record", record: number });
    if (kind === "1" && open === null) {
      const header = headerOf(record);
      if (header.type !== "03") return err({ kind: "statement_type", type: header.type });
      file.accounts.push({
        account: [header.bank, header.branch, header.account.replace(/^0{3}(?=\d{7}$)/, "")].join("-"),
        ...{ holder: header.holder.trim(), currency: "JPY" },
        ...{ firstDay: dayIn(header.firstDay, today), lastDay: dayIn(header.lastDay, today) },
      });
      open = [];
    } else if (kind === "2" && open !== null) {
      open.push(entryOf(record, { line: number, account: file.accounts.length - 1 }, today));
    } else if (kind === "8" && open !== null) {
      const problem = trailerProblem(record, number, open);
      if (problem) return err(problem);
      file.entries.push(...open);
      open = null;
    } else if (kind === "9" && open === null && file.accounts.length > 0) isEnded = true;
    else return err({ kind: "statement_order", record: number });
  }
  return isEnded ? ok(file) : err({ kind: "statement_order", record: records.length + 1 });
}

/** Up to the amount and its part in cheques a record holds what is read of it; spaces at its end may be missing. */
const SHORTEST = 48;

type Place = { line: number; account: number };

function entryOf(record: string, place: Place, today: string): StatementEntry {
  const fields = dataOf(record);
  const problems: EntryProblem[] = [];
  const refuse = (field: EntryProblem["field"], of: DataField, code: EntryProblem["code"]) =>
    problems.push({ field, column: positionsOf(of), value: shown(fields[of]), code });
  const whole = (code: EntryProblem["code"]) =>
    problems.push({ field: "line", column: "", value: shown(record), code });
  if (record.length > RECORD_LENGTH || record.length < SHORTEST) whole("entryLength");
  if (!isZenginText(record)) whole("recordCharacter");
  const [bookedOn, valuedOn] = [dayIn(fields.bookedOn, today), dayIn(fields.valuedOn, today)];
  if (bookedOn === null) refuse("bookedOn", "bookedOn", "entryDay");
  if (valuedOn === null && /[1-9]/.test(fields.valuedOn)) refuse("valuedOn", "valuedOn", "entryDay");
  if (!/^[12]$/.test(fields.direction)) refuse("direction", "direction", "entryDirection");
  const isAmount = /^\d{12}$/.test(fields.amount);
  if (!isAmount) refuse("amount", "amount", "entryDigits");
  else if (!/[1-9]/.test(fields.amount)) refuse("amount", "amount", "amountZero");
  const amount = isAmount ? String(BigInt(fields.amount)) : null;
  return {
    ...{ ...place, raw: record, bookedOn, valuedOn, currency: "JPY" },
    amount: amount !== null && fields.direction === "2" ? `-${amount}` : amount,
    party: fields.sender.trim(),
    description: [fields.description, fields.senderBank, fields.senderBranch]
      .map((text) => text.trim())
      .join(" ")
      .trim(),
    reference: fields.edi.trim(),
    bankReference: fields.edi.trim(),
    problems: problems.length === 0 ? null : problems,
  };
}

function trailerProblem(record: string, line: number, entries: StatementEntry[]): BankFileProblem | null {
  const { countIn, sumIn, countOut, sumOut, records } = trailerOf(record);
  if (!/^\d{45}$/.test(countIn + sumIn + countOut + sumOut + records))
    return { kind: "statement_record", record: line };
  if (Number(records) !== entries.length)
    return { kind: "statement_count", line, stated: Number(records), counted: entries.length };
  if (entries.some(({ problems }) => problems !== null)) return null;
  const isOut = ({ amount }: StatementEntry) => amount?.startsWith("-") === true;
  for (const [direction, count, sum, own] of [
    ["in", countIn, sumIn, entries.filter((entry) => !isOut(entry))],
    ["out", countOut, sumOut, entries.filter(isOut)],
  ] as const) {
    if (Number(count) !== own.length)
      return { kind: "statement_count", line, stated: Number(count), counted: own.length };
    const counted = own.reduce((total, { amount }) => total + BigInt(amount?.replace("-", "") ?? 0), 0n);
    if (counted !== BigInt(sum))
      return { kind: "statement_sum", line, direction, stated: String(BigInt(sum)), counted: String(counted) };
  }
  return null;
}

/** The first years of Reiwa and Heisei; of Heisei the years that a bank can still state. */
const [REIWA, HEISEI, HEISEI_LEAST] = [2019, 1989, 20];
/** A period may end a little after the day on which it was exported. */
const AHEAD_DAYS = 31;

/** A day of the Japanese calendar: of Reiwa, unless it would lie ahead. Null where it is none. */
function dayIn(text: string, today: string): string | null {
  const [, year = "", month = "", day = ""] = /^(\d\d)(\d\d)(\d\d)$/.exec(text) ?? [];
  const last = new Date(Date.parse(`${today}T00:00:00Z`) + AHEAD_DAYS * DAY_MS).toISOString().slice(0, 10);
  const named = (first: number) => `${first + Number(year) - 1}-${month}-${day}`;
  const isReiwa = named(REIWA) <= last;
  if (Number(year) === 0 || (!isReiwa && Number(year) < HEISEI_LEAST)) return null;
  const found = named(isReiwa ? REIWA : HEISEI);
  return tokyoDayRange(found) === null ? null : found;
}
