import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { checkRow } from "@/lib/batches/check-row";
import { readBatchFile } from "@/lib/batches/read-file";
import { trailersDiffer } from "@/lib/batches/trailers";
import { byteLines } from "@/lib/imports/lines";
import { decode } from "@/lib/imports/text-encoding";
import { readZengin } from "@/lib/imports/zengin/read-zengin";
import { writeZengin } from "@/lib/imports/zengin/write-zengin";
import {
  bytesOf,
  csvText,
  gmoCells,
  OWN_HEADER,
  ownCells,
  type Payout,
  type WorkbookCell,
  workbook,
  zenginRecords,
} from "../../support/payout-files";

/*
 * Files are made from payouts, damaged, and read. A row that is read without a problem must be one of the payouts, whole,
 * and no payout may be missing where no problem is said: there is no silently wrong row. IMPORT_RUNS=100000 runs more.
 */
const RUNS = Number(process.env.IMPORT_RUNS ?? 600);
const seed = Number(process.env.IMPORT_SEED ?? 20_261_125);
const TIMEOUT_MS = Math.max(60_000, RUNS * 100);

const NAMES = [
  ...[["ﾔﾏﾀﾞ ﾀﾛｳ", "ヤマダ　タロウ"] as const, ["ｶ)ﾁﾖｳﾊﾞ", "カ）チヨウバ"] as const, ["ｽ-ﾊﾟ-", "スーパー"] as const],
  ...[
    ["ABC 1", "ＡＢＣ　１"] as const,
    ["ｱｱｱｱｱｱｱｱｱｱｱｱｱｱｱｱｱｱｱｱｱｱｱｱｱｱｱｱｱｱ", "ア".repeat(30)] as const,
    ["ﾄｱ", "トア"] as const,
  ],
];
const digits = (length: number) =>
  fc.integer({ min: 0, max: 10 ** length - 1 }).map((n) => String(n).padStart(length, "0"));
const payout = fc.record({
  id: fc.integer({ min: 1, max: 999 }),
  ...{ bank: digits(4).filter((code) => code !== "9900"), branch: digits(3), account: digits(7) },
  type: fc.constantFrom("1" as const, "2" as const),
  name: fc.constantFrom(...NAMES),
  amount: fc.integer({ min: 1, max: 99_999_999 }),
});
const payouts = fc.array(payout, { minLength: 1, maxLength: 6 }).map((all) =>
  all.map(
    ({ id, name: [kana, name], ...more }, at): Payout => ({
      playerId: String((at + 1) * 1_000 + id),
      kana,
      name,
      ...more,
    }),
  ),
);
/** One random number from 0 to 1 for each decision of a mutation. */
const dice = fc.array(fc.double({ min: 0, max: 0.999_999, noNaN: true }), { minLength: 6, maxLength: 6 });

const keyOf = (one: Payout) =>
  JSON.stringify([one.playerId, one.bank, one.branch, one.type, one.account, one.name, one.amount]);
const directory = { bank: () => ({ name: "A" }), branch: () => ({ name: "B" }) };

/** Reads a damaged file and finds what is silently wrong with it. `mayEnd`: rows may be missing at its end. */
async function silentlyWrong(bytes: Uint8Array, meant: Payout[], { mayEnd = false } = {}): Promise<string[]> {
  const read = await readBatchFile(bytes);
  // A file whose trailer differs is requested only with a reason.
  if (!read.ok || trailersDiffer(read.value.trailers)) return [];
  const left = new Set(meant.map(keyOf));
  const stopped: string[] = [];
  const wrong: string[] = [];
  for (const { raw, fields, problems } of read.value.rows) {
    const { terms } = checkRow(fields, directory);
    if (Object.keys(problems).length > 0 || terms === null || !("destinationBranchCode" in terms)) {
      stopped.push(raw);
      continue;
    }
    const { playerId, destination: bank, destinationBranchCode: branch, destinationAccount: account } = terms;
    const { destinationAccountType: type, destinationAccountName: name, amount } = terms;
    const key = JSON.stringify([playerId, bank, branch, type, account, name, Number(amount)]);
    if (!left.delete(key)) wrong.push(`${key} of ${raw}`);
  }
  // Two payouts that stand on one line now are both stopped by it.
  const unseen = meant.filter((one) => left.has(keyOf(one)) && !stopped.some((raw) => raw.includes(one.playerId)));
  if (unseen.length > stopped.length && !mayEnd) wrong.push(`missing: ${unseen.map(keyOf).join(" ")}`);
  return wrong;
}

type Mutation = (bytes: Uint8Array, dice: number[]) => Uint8Array;
const at = (length: number, die = 0) => Math.floor(die * length);
const splice = (bytes: Uint8Array, from: number, removed: number, added: number[] = []) =>
  Uint8Array.from([...bytes.subarray(0, from), ...added, ...bytes.subarray(from + removed)]);
const insert =
  (byte: (die: number) => number): Mutation =>
  (bytes, [where, what = 0]) =>
    splice(bytes, at(bytes.length + 1, where), 0, [byte(what)]);
const truncate: Mutation = (bytes, [where]) => bytes.subarray(0, at(bytes.length, where));
/** Removes or replaces one of the bytes that is one of these. */
const change =
  (which: number[], to: number[] = []): Mutation =>
  (bytes, [where]) => {
    const found = [...bytes.keys()].filter((index) => which.includes(bytes[index] ?? -1));
    return found.length === 0 ? bytes : splice(bytes, found[at(found.length, where)] ?? 0, 1, to);
  };
const [LF, CR, QUOTE, COMMA] = [0x0a, 0x0d, 0x22, 0x2c];

const check = (property: fc.IAsyncPropertyWithHooks<never> | fc.IAsyncProperty<never>, runs = RUNS) =>
  fc.assert(property as fc.IAsyncProperty<unknown>, { numRuns: runs, seed });

describe("a delimited file", () => {
  const style = fc.record({
    quoted: fc.boolean(),
    end: fc.constantFrom("\r\n", "\n", "\r"),
    encoding: fc.constantFrom(
      "UTF-8" as const,
      "UTF-8 BOM" as const,
      "UTF-16LE" as const,
      "UTF-16BE" as const,
      "Shift_JIS" as const,
    ),
    isOwn: fc.boolean(),
  });
  const MUTATIONS: Record<string, Mutation> = {
    whole: (bytes) => bytes,
    truncate,
    "no line end": change([LF, CR]),
    "no delimiter": change([COMMA]),
    "no quote": change([QUOTE]),
    "a line end more": insert((die) => (die < 0.5 ? LF : CR)),
    "a quote more": insert(() => QUOTE),
    "a byte that is no text": insert((die) => [0xff, 0xfe, 0x80, 0xa0, 0x00, 0x81][at(6, die)] ?? 0xff),
    "a mark of byte order more": (bytes) => Uint8Array.from([0xef, 0xbb, 0xbf, ...bytes]),
    "no mark of byte order": (bytes) => {
      const [first = 0, second = 0] = bytes;
      if (first === 0xef) return bytes.subarray(3);
      return Math.min(first, second) === 0xfe ? bytes.subarray(2) : bytes;
    },
    "another encoding's mark": (bytes, [which = 0]) =>
      Uint8Array.from([...(which < 0.5 ? [0xff, 0xfe] : [0xfe, 0xff]), ...bytes]),
  };
  const CELLS: Record<string, (cell: string) => string> = {
    formula: (cell) => `=${cell}`,
    exponent: () => "1.2E+04",
    "no zeros": (cell) => cell.replace(/^0+(?=\d)/, ""),
    wide: (cell) => cell.replace(/[0-9]/g, (digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0)),
  };

  test(
    "never has a row that is silently wrong",
    async () => {
      const mutation = fc.constantFrom(...Object.keys(MUTATIONS), ...Object.keys(CELLS));
      await check(
        fc.asyncProperty(
          payouts,
          style,
          mutation,
          dice,
          async (meant, { quoted, end, encoding, isOwn }, name, [row, column, ...rest]) => {
            const rows = meant.map(isOwn ? ownCells : gmoCells);
            const cell = CELLS[name];
            const cells = rows[at(rows.length, row)] ?? [];
            // Codes, numbers and the amount: a player may have any ID, and a memo any text.
            const columns = isOwn ? [1, 3, 6, 8] : [0, 1, 3, 5];
            const changed = columns[at(4, column)] ?? 0;
            if (cell) cells[changed] = cell(cells[changed] ?? "");
            const bytes = bytesOf(csvText(isOwn ? [OWN_HEADER, ...rows] : rows, { quoted, end }), encoding);
            const damaged = cell ? bytes : (MUTATIONS[name] ?? truncate)(bytes, rest);
            expect(await silentlyWrong(damaged, meant, { mayEnd: name === "truncate" })).toEqual([]);
          },
        ) as never,
      );
    },
    TIMEOUT_MS,
  );

  test(
    "is its lines, byte for byte, in every encoding",
    () => {
      fc.assert(
        fc.property(payouts, style, (meant, { quoted, end, encoding }) => {
          const bytes = bytesOf(csvText(meant.map(ownCells), { quoted, end }), encoding);
          const lines = byteLines(bytes, encoding);
          expect(Buffer.concat(lines.flatMap((line) => [line.content, line.end])).equals(bytes)).toBe(true);
          expect(lines).toHaveLength(meant.length);
          const decoded = decode(bytes);
          if (decoded.ok) expect(Buffer.from(bytesOf(decoded.value.text, encoding)).equals(bytes)).toBe(true);
        }),
        { numRuns: Math.min(RUNS, 2_000), seed },
      );
    },
    TIMEOUT_MS,
  );
});

describe("a workbook", () => {
  const CELLS: Record<string, (text: string) => WorkbookCell> = {
    formula: (value) => ({ xml: `<c><f>A1</f><v>${value}</v></c>` }),
    date: (value) => ({ xml: `<c s="2"><v>${Number(value)}</v></c>` }),
    number: (value) => ({ xml: `<c s="0"><v>${Number(value)}</v></c>` }),
    thousands: (value) => ({ xml: `<c s="6"><v>${Number(value)}</v></c>` }),
    exponent: (value) => ({ xml: `<c s="0"><v>${Number(value).toExponential().toUpperCase()}</v></c>` }),
  };
  const BYTES: Record<string, Mutation> = {
    whole: (bytes) => bytes,
    truncate,
    flip: (bytes, [where, bit]) => {
      const flipped = Uint8Array.from(bytes);
      const index = at(bytes.length, where);
      flipped[index] = (flipped[index] ?? 0) ^ (1 << at(8, bit));
      return flipped;
    },
    "a byte less": (bytes, [where]) => splice(bytes, at(bytes.length, where), 1),
    "a byte more": insert((die) => at(256, die)),
  };

  test(
    "never has a row that is silently wrong",
    async () => {
      const mutation = fc.constantFrom(...Object.keys(CELLS), ...Object.keys(BYTES), "hidden");
      await check(
        fc.asyncProperty(payouts, mutation, dice, async (meant, name, [row, column, ...rest]) => {
          const rows: WorkbookCell[][] = [OWN_HEADER, ...meant.map(ownCells)];
          const line = 1 + at(meant.length, row);
          const which = [1, 3, 6, 8][at(4, column)] ?? 0;
          const cells = rows[line] ?? [];
          const cell = CELLS[name];
          if (cell) cells[which] = cell(String(cells[which]));
          const rowAttributes = name === "hidden" ? { [line]: 'hidden="1"' } : {};
          const bytes = workbook({ rows, rowAttributes });
          expect(await silentlyWrong((BYTES[name] ?? ((same) => same))(bytes, rest), meant)).toEqual([]);
        }) as never,
      );
    },
    TIMEOUT_MS,
  );
});

describe("a 全銀 file", () => {
  const style = fc.record({
    end: fc.constantFrom("\r\n", "\n", "\r", ""),
    encoding: fc.constantFrom("Shift_JIS" as const, "Shift_JIS" as const, "UTF-8" as const),
    isTrimmed: fc.boolean(),
  });
  const MUTATIONS: Record<string, Mutation> = {
    whole: (bytes) => bytes,
    truncate,
    "a byte less": (bytes, [where]) => splice(bytes, at(bytes.length, where), 1),
    "a byte more": insert((die) => [0x20, 0x30, 0xb1, 0x31][at(4, die)] ?? 0x20),
    "no line end": change([LF, CR]),
    "a line end more": insert(() => LF),
    "a double-byte character": (bytes, [where]) => splice(bytes, at(bytes.length, where), 2, [0x8e, 0x52]),
    "an end mark": (bytes) => splice(bytes, bytes.length, 0, [0x1a]),
  };
  /** Each changes the records before they are bytes. */
  const RECORDS: Record<string, (records: string[], dice: number[]) => string[]> = {
    shifted: (records, [row, where, what = 0]) => {
      const line = 1 + at(records.length - 3, row);
      const record = records[line] ?? "";
      const from = at(record.length, where);
      const moved =
        what < 0.5
          ? `${record.slice(0, from)}${record.slice(from + 1)} `
          : `${record.slice(0, from)} ${record.slice(from, -1)}`;
      return records.with(line, moved);
    },
    "a record less": (records, [row]) => records.toSpliced(at(records.length, row), 1),
    "a record twice": (records, [row]) => {
      const line = at(records.length, row);
      return records.toSpliced(line, 0, records[line] ?? "");
    },
    "another trailer": (records, [where]) => {
      const line = records.length - 2;
      const trailer = records[line] ?? "";
      const from = 1 + at(18, where);
      return records.with(
        line,
        `${trailer.slice(0, from)}${(Number(trailer[from]) + 1) % 10}${trailer.slice(from + 1)}`,
      );
    },
    cut: (records, [row, where]) => {
      const line = 1 + at(records.length - 3, row);
      return records.with(line, (records[line] ?? "").slice(0, at(120, where)));
    },
  };

  test(
    "never has a row that is silently wrong",
    async () => {
      const mutation = fc.constantFrom(...Object.keys(MUTATIONS), ...Object.keys(RECORDS));
      await check(
        fc.asyncProperty(payouts, style, mutation, dice, async (meant, { end, encoding, isTrimmed }, name, rest) => {
          const whole = zenginRecords(meant);
          const changed = RECORDS[name]?.(whole, rest) ?? whole;
          const records = isTrimmed && end !== "" ? changed.map((record) => record.trimEnd()) : changed;
          const bytes = bytesOf(records.map((record) => record + end).join(""), encoding);
          expect(await silentlyWrong((MUTATIONS[name] ?? ((same) => same))(bytes, rest), meant)).toEqual([]);
        }) as never,
      );
    },
    TIMEOUT_MS,
  );

  test(
    "that is whole is written again byte for byte",
    () => {
      fc.assert(
        fc.property(payouts, style, fc.boolean(), (meant, { end, encoding }, hasMark) => {
          const text =
            zenginRecords(meant)
              .map((record) => record + end)
              .join("") + (hasMark ? "\x1a" : "");
          const bytes = bytesOf(text, encoding);
          const read = readZengin(bytes);
          expect(read.ok && Buffer.from(writeZengin(read.value)).equals(bytes)).toBe(true);
        }),
        { numRuns: Math.min(RUNS, 2_000), seed },
      );
    },
    TIMEOUT_MS,
  );
});
