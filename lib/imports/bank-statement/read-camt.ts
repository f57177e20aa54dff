import { type SaxesAttributeNS, SaxesParser } from "saxes";
import { type Amount, addAmounts, sameAmount } from "@/lib/money/amount";
import { decimalsOf } from "@/lib/money/currencies";
import { err, ok, type Result } from "@/lib/result";
import { tokyoDayRange } from "@/lib/time";
import { FILE_MAX_ROWS } from "../grid";
import { decode, markedEncoding, type TextEncoding } from "../text-encoding";
import {
  type BankFile,
  type BankFileProblem,
  type EntryProblem,
  type StatementAccount,
  type StatementEntry,
  shown,
} from "./statement";

/*
 * ISO 20022, camt.053 BankToCustomerStatement, versions 001.02 to 001.13: the elements that are read here have the same
 * names in all of them (https://mx-message.com/m/camt-053-001-11/BkToCstmrStmt, and the schemas of iso20022.org).
 */

const NAMESPACE = /^urn:iso:std:iso:20022:tech:xsd:camt\.053\.001\.\d\d$/;
/** Deeper elements, longer texts and more of them in one entry are no statement of a bank. */
const DEPTH_MAX = 40;
const TEXT_MAX = 10_000;
const FIELDS_MAX = 500;

/** Thrown inside the parser's events, to end it. */
class Refused extends Error {
  readonly problem: BankFileProblem;
  constructor(problem: BankFileProblem) {
    super(problem.kind);
    this.problem = problem;
  }
}

export const looksLikeXml = (text: string): boolean => /^\ufeff?\s*<(\?xml|[A-Za-z_])/.test(text);

/** Texts by the path of their element, such as `Acct/Id/IBAN`; of several the first. `Ccy` of an amount is `Amt@Ccy`. */
type Texts = Map<string, string>;
type Element = { texts: Texts; line: number; start: number };

/**
 * Reads the booked entries of all statements of a file. A document type, which could define entities, is refused, as is a
 * statement whose own counts, sums or balances are not those of its entries.
 */
export function readCamt(bytes: Uint8Array): Result<BankFile, BankFileProblem> {
  const decoded = decode(bytes, encodingOf(bytes));
  if (!decoded.ok) return err({ kind: "not_text" });
  const { text, encoding } = decoded.value;
  const file: BankFile = { format: "camt053", encoding, accounts: [], entries: [], leftOut: 0 };
  try {
    parse(text, file);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return err(error.problem);
  }
  return file.accounts.length === 0 ? err({ kind: "no_statement" }) : ok(file);
}

/** As the declaration says; XML without one is UTF-8. None where a byte order mark says it. */
function encodingOf(bytes: Uint8Array): TextEncoding | undefined {
  if (markedEncoding(bytes)) return undefined;
  const declared = /^\s*<\?xml[^>]*?\sencoding\s*=\s*["']([^"']*)/.exec(
    new TextDecoder().decode(bytes.subarray(0, 200)),
  );
  return SHIFT_JIS.has(declared?.[1]?.toLowerCase() ?? "") ? "Shift_JIS" : "UTF-8";
}

const SHIFT_JIS = new Set(["shift_jis", "shift-jis", "sjis", "x-sjis", "windows-31j", "ms932", "cp932"]);

function parse(text: string, file: BankFile): void {
  const parser = new SaxesParser({ xmlns: true });
  const stack: { name: string; text: string }[] = [];
  let statement: Element | null = null;
  let entry: Element | null = null;
  let balance: Element | null = null;
  const balances: Texts[] = [];
  let [first, leftOutBefore] = [0, 0];
  const refuse = () => {
    throw new Refused({ kind: "statement_xml", line: parser.line, column: parser.column });
  };
  parser.on("error", refuse);
  parser.on("doctype", refuse);
  parser.on("opentag", ({ local, uri, attributes }) => {
    if (stack.length === 0 && !(local === "Document" && NAMESPACE.test(uri)))
      throw new Refused({ kind: "no_statement" });
    if (stack.length >= DEPTH_MAX) refuse();
    stack.push({ name: local, text: "" });
    const begun = () => ({ texts: new Map<string, string>(), line: parser.line, start: parser.position });
    if (local === "Stmt" && stack.length === 3) {
      statement = begun();
      balances.length = 0;
      [first, leftOutBefore] = [file.entries.length, file.leftOut];
    } else if (local === "Ntry" && statement && stack.length === 4) entry = begun();
    else if (local === "Bal" && statement && stack.length === 4) balance = begun();
    const of = entry ?? balance ?? statement;
    for (const { local: name, value } of attributesOf(attributes))
      if (of) put(of.texts, `${pathOf(of)}@${name}`, value);
  });
  const depthOf = (of: Element) => (of === statement ? 3 : 4);
  const pathOf = (of: Element) =>
    stack
      .slice(depthOf(of))
      .map(({ name }) => name)
      .join("/");
  const put = (texts: Texts, path: string, value: string) => {
    if (texts.size > FIELDS_MAX) refuse();
    if (!texts.has(path)) texts.set(path, value);
  };
  const add = (part: string) => {
    const top = stack.at(-1);
    if (!top) return;
    top.text += part;
    if (top.text.length > TEXT_MAX) refuse();
  };
  parser.on("text", add);
  parser.on("cdata", add);
  parser.on("closetag", () => {
    const of = entry ?? balance ?? statement;
    const value = stack.at(-1)?.text.trim() ?? "";
    if (of && stack.length > depthOf(of) && value !== "") put(of.texts, pathOf(of), value);
    const name = stack.pop()?.name;
    if (name === "Ntry" && entry && stack.length === 3) {
      const begin = text.lastIndexOf("<", entry.start - 2);
      const raw = text.slice(Math.max(begin, 0), parser.position).slice(0, TEXT_MAX);
      addEntry(file, { ...entry, raw });
      entry = null;
    } else if (name === "Bal" && balance && stack.length === 3) {
      balances.push(balance.texts);
      balance = null;
    } else if (name === "Stmt" && statement && stack.length === 2) {
      endStatement(file, { ...statement, balances, first, leftOut: file.leftOut - leftOutBefore });
      statement = null;
    }
  });
  parser.write(text).close();
}

const attributesOf = (attributes: Record<string, SaxesAttributeNS>) =>
  Object.values(attributes).filter(({ prefix }) => prefix === "");

function addEntry(file: BankFile, { texts, line, raw }: Element & { raw: string }): void {
  if (file.entries.length >= FILE_MAX_ROWS)
    throw new Refused({ kind: "too_many_rows", rows: file.entries.length + 1, most: FILE_MAX_ROWS });
  const state = texts.get("Sts") ?? texts.get("Sts/Cd") ?? "";
  if (state === "PDNG" || state === "INFO" || state === "FUTR") {
    file.leftOut += 1;
    return;
  }
  const problems: EntryProblem[] = [];
  const refuse = (field: EntryProblem["field"], column: string, code: EntryProblem["code"]) =>
    problems.push({ field, column, value: shown(texts.get(column) ?? ""), code });
  if (state !== "BOOK") refuse("state", texts.has("Sts/Cd") ? "Sts/Cd" : "Sts", "entryState");
  const currency = texts.get("Amt@Ccy") ?? null;
  if (currency === null || !/^[A-Z]{3}$/.test(currency)) refuse("currency", "Amt@Ccy", "currency");
  const amount = amountOf(texts.get("Amt") ?? "", currency ?? "");
  if ("code" in amount) refuse("amount", "Amt", amount.code);
  const direction = texts.get("CdtDbtInd");
  if (direction !== "CRDT" && direction !== "DBIT") refuse("direction", "CdtDbtInd", "entryDirection");
  const [booked, valued] = [dayOf(texts, "BookgDt"), dayOf(texts, "ValDt")];
  if (booked.day === null) refuse("bookedOn", booked.column, "entryDay");
  if (valued.day === null && texts.has(valued.column)) refuse("valuedOn", valued.column, "entryDay");
  const parties = "NtryDtls/TxDtls/RltdPties";
  const other = direction === "CRDT" ? "Dbtr" : "Cdtr";
  const value = "value" in amount ? amount.value : null;
  file.entries.push({
    ...{ line, raw, account: file.accounts.length, bookedOn: booked.day, valuedOn: valued.day, currency },
    amount: value !== null && direction === "DBIT" ? `-${value}` : value,
    party: texts.get(`${parties}/${other}/Pty/Nm`) ?? texts.get(`${parties}/${other}/Nm`) ?? "",
    description: texts.get("NtryDtls/TxDtls/RmtInf/Ustrd") ?? texts.get("AddtlNtryInf") ?? "",
    reference: texts.get("AcctSvcrRef") ?? texts.get("NtryRef") ?? "",
    bankReference: texts.get("AcctSvcrRef") ?? "",
    problems: problems.length === 0 ? null : problems,
  });
}

/** Plain digits, a point, and no more decimals than the currency has; zeros behind them do not count. */
function amountOf(text: string, currency: string): { value: Amount } | { code: EntryProblem["code"] } {
  if (!/^\d{1,18}(\.\d{1,17})?$/.test(text)) return { code: "amountNotANumber" };
  const value = text.includes(".") ? text.replace(/\.?0+$/, "") : text;
  if ((value.split(".")[1]?.length ?? 0) > (decimalsOf(currency) ?? 5)) return { code: "amountDecimals" };
  return /[1-9]/.test(value) ? { value: value.replace(/^0+(?=\d)/, "") } : { code: "amountZero" };
}

/** The bank's own day, also of a time. */
function dayOf(texts: Texts, of: string): { day: string | null; column: string } {
  const column = texts.has(`${of}/DtTm`) ? `${of}/DtTm` : `${of}/Dt`;
  const day = /^\d{4}-\d\d-\d\d(?=$|T|Z|[+-])/.exec(texts.get(column) ?? "")?.[0] ?? "";
  return { day: tokyoDayRange(day) === null ? null : day, column };
}

/** `leftOut`: how many of its entries are not booked. */
type Ended = Element & { balances: Texts[]; first: number; leftOut: number };

function endStatement(file: BankFile, { texts, line, balances, first, leftOut }: Ended): void {
  const own = file.entries.slice(first);
  const currency = texts.get("Acct/Ccy") ?? own.find((entry) => entry.currency !== null)?.currency ?? "";
  const day = (path: string) => /^\d{4}-\d\d-\d\d/.exec(texts.get(path) ?? "")?.[0] ?? null;
  const account: StatementAccount = {
    account: texts.get("Acct/Id/IBAN") ?? texts.get("Acct/Id/Othr/Id") ?? "",
    ...{ holder: texts.get("Acct/Ownr/Nm") ?? texts.get("Acct/Nm") ?? "", currency },
    firstDay: day("FrToDt/FrDtTm") ?? day("FrToDt/FrDt"),
    lastDay: day("FrToDt/ToDtTm") ?? day("FrToDt/ToDt"),
  };
  file.accounts.push(account);
  if (own.some(({ problems }) => problems !== null)) return;
  // Its counts and sums may be of all its entries; its balances are of the booked ones.
  const problem = (leftOut > 0 ? null : summaryProblem(texts, line, own)) ?? balanceProblem(balances, line, own);
  if (problem) throw new Refused(problem);
}

const sumOf = (entries: StatementEntry[], sign: boolean) =>
  entries.reduce((sum, { amount }) => addAmounts(sum, (sign ? amount : amount?.replace("-", "")) ?? "0"), "0");

const isNumber = (text: string | undefined): text is string => text !== undefined && /^-?\d+(\.\d+)?$/.test(text);

function summaryProblem(texts: Texts, line: number, own: StatementEntry[]): BankFileProblem | null {
  const isOut = ({ amount }: StatementEntry) => amount?.startsWith("-") === true;
  for (const [direction, total, entries] of [
    ["all", "TtlNtries", own],
    ["in", "TtlCdtNtries", own.filter((entry) => !isOut(entry))],
    ["out", "TtlDbtNtries", own.filter(isOut)],
  ] as const) {
    const [count, sum] = [texts.get(`TxsSummry/${total}/NbOfNtries`), texts.get(`TxsSummry/${total}/Sum`)];
    if (isNumber(count) && Number(count) !== entries.length)
      return { kind: "statement_count", line, stated: Number(count), counted: entries.length };
    const counted = sumOf(entries, false);
    if (isNumber(sum) && !sameAmount(sum, counted))
      return { kind: "statement_sum", line, direction, stated: sum, counted };
  }
  return null;
}

function balanceProblem(balances: Texts[], line: number, own: StatementEntry[]): BankFileProblem | null {
  const of = (code: string): Amount | null => {
    const found = balances.find((texts) => texts.get("Tp/CdOrPrtry/Cd") === code);
    const amount = found?.get("Amt");
    if (!isNumber(amount)) return null;
    return found?.get("CdtDbtInd") === "DBIT" ? `-${amount}` : amount;
  };
  const [opening, closing] = [of("OPBD") ?? of("PRCD"), of("CLBD")];
  if (opening === null || closing === null) return null;
  const counted = addAmounts(opening, sumOf(own, true));
  return sameAmount(counted, closing) ? null : { kind: "statement_balance", line, stated: closing, counted };
}
