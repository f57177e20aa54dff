import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { zenginWithResults } from "@/lib/batches/result-files";
import { looksLikeZengin, readZengin } from "@/lib/imports/zengin/read-zengin";
import { writeZengin } from "@/lib/imports/zengin/write-zengin";
import { bytesOf, type Payout, zenginRecords } from "../../support/payout-files";

const fixture = (name: string) => new Uint8Array(readFileSync(`tests/fixtures/zengin/${name}`));
const PAYOUT: Payout = {
  ...{ playerId: "0000000042", bank: "0005", branch: "001", type: "1", account: "0123456" },
  ...{ kana: "ﾔﾏﾀﾞ ﾀﾛｳ", name: "ヤマダ　タロウ", amount: 12_000 },
};
const [header = "", data = "", trailer = "", end = ""] = zenginRecords([PAYOUT]);
const read = (records: string[], lineEnd = "\r\n") =>
  readZengin(bytesOf(records.map((record) => record + lineEnd).join(""), "Shift_JIS"));
const problemOf = (records: string[], lineEnd?: string) => {
  const file = read(records, lineEnd);
  return file.ok ? null : file.error;
};
const recordOf = (record: string) => {
  const file = read([header, record, trailer, end]);
  return file.ok ? file.value.groups[0]?.records[0]?.problems : file.error;
};

describe("a file of transfers", () => {
  test.each(["zengin-sample-crlf.txt", "zengin-sample-nonl.txt"])(
    "%s is read, and written again byte for byte",
    (name) => {
      const bytes = fixture(name);
      const file = readZengin(bytes);
      expect(file).toMatchObject({
        value: {
          groups: [
            {
              header: { type: "21", date: "1125", senderCode: "1234567890" },
              records: [
                { number: 2, fields: { bank: "9900", branch: "408", account: "1234567", amount: "0000015000" } },
                { number: 3, fields: { bank: "0001", branch: "100", accountType: "2", account: "0007654" } },
              ],
            },
          ],
        },
      });
      expect(file.ok && Buffer.from(writeZengin(file.value)).equals(bytes)).toBe(true);
    },
  );

  test("of another library, without the spaces at the ends of its records, is read", () => {
    const file = readZengin(fixture("kyash-sample.txt"));
    expect(
      file.ok && file.value.groups[0]?.records.map(({ fields, problems }) => [fields.amount, problems.record]),
    ).toEqual([
      ["0000000001", null],
      ["0000000002", null],
      ["0000000003", null],
    ]);
  });

  test.each(["", "\n", "\r", "\r\n"])("with %j behind each record", (lineEnd) => {
    expect(read([header, data, trailer, end], lineEnd)).toMatchObject({ ok: true, value: { lineEnd } });
  });

  test.each(["\r\n", "\r\n\x1a", "\x1a\r\n", "\n"])("without line ends but with %j at its end, is read", (tail) => {
    const text = [header, data, trailer, end].join("") + tail;
    for (const encoding of ["Shift_JIS", "UTF-8"] as const) {
      const bytes = bytesOf(text, encoding);
      const file = readZengin(bytes, encoding);
      expect(file).toMatchObject({ value: { lineEnd: "", groups: [{ records: [{ problems: { record: null } }] }] } });
      if (!file.ok) continue;
      const lines = [header, data, trailer, end, ...(tail.includes("\x1a") ? ["\x1a"] : [])];
      const results = bytesOf(lines.map((line) => `${line}\r\n`).join(""), encoding);
      expect(zenginWithResults(bytes, file.value, []).equals(results)).toBe(true);
    }
  });

  test("in UTF-8 has its positions in characters", () => {
    const text = [header, data, trailer, end].join("\n");
    expect(readZengin(bytesOf(text, "UTF-8"))).toMatchObject({
      value: { encoding: "UTF-8", groups: [{ records: [{ fields: { amount: "0000012000" } }] }] },
    });
  });

  test("may have several groups before its end, and an end mark behind", () => {
    const file = read([header, data, trailer, header, data, trailer, `${end}\r\n\x1a`]);
    expect(file).toMatchObject({ value: { hasEndMark: true, groups: [{}, {}] } });
  });
});

describe("a trailer", () => {
  const trailerIn = (text: string) => {
    const file = read([header, data, text, end]);
    return file.ok ? file.value.groups[0]?.trailer : file.error;
  };
  const counted = { count: 1, amount: "12000" };
  test.each<[string, string, object]>([
    ["that agrees", trailer, { number: 3, stated: counted, counted }],
    [
      "with another sum",
      `8000001000000012001${" ".repeat(101)}`,
      { number: 3, stated: { count: 1, amount: "12001" }, counted },
    ],
    [
      "with another count",
      `8000002000000012000${" ".repeat(101)}`,
      { number: 3, stated: { count: 2, amount: "12000" }, counted },
    ],
    ["that is no number", `8000001 00000012000${" ".repeat(101)}`, { kind: "zengin_length", record: 3 }],
  ])("%s is read beside what its data has", (_what, text, expected) => {
    expect(trailerIn(text)).toEqual(expected);
  });
});

describe("an encoding that is asked for", () => {
  const text = [header, data, trailer, end].map((record) => `${record}\n`).join("");
  test("is the one that is read, strictly", () => {
    expect(readZengin(bytesOf(text, "UTF-8"), "UTF-8")).toMatchObject({ value: { encoding: "UTF-8" } });
    expect(readZengin(bytesOf(text, "UTF-16LE"), "UTF-16LE")).toMatchObject({ value: { encoding: "UTF-16LE" } });
    expect(readZengin(bytesOf(text, "Shift_JIS"), "UTF-8")).toEqual({ ok: false, error: { kind: "not_text" } });
    const bytes = bytesOf(text, "UTF-8");
    expect(readZengin(bytes, "UTF-8 BOM")).toEqual({ ok: false, error: { kind: "no_byte_order_mark" } });
    expect(readZengin(bytes, "Shift_JIS").ok).toBe(false);
  });

  test("in UTF-16, is written again byte for byte", () => {
    const bytes = bytesOf(text, "UTF-16LE");
    const file = readZengin(bytes, "UTF-16LE");
    expect(file.ok && Buffer.from(writeZengin(file.value)).equals(bytes)).toBe(true);
  });
});

describe("a file is refused whole, with the record", () => {
  test.each<[string, string[], object]>([
    ["no trailer", [header, data, end], { kind: "zengin_order", record: 3 }],
    ["no end", [header, data, trailer], { kind: "zengin_order", record: 4 }],
    ["no header", [data, trailer, end], { kind: "zengin_order", record: 1 }],
    ["something behind its end", [header, data, trailer, end, data], { kind: "zengin_order", record: 5 }],
    ["payroll", [header.replace("121", "111"), data, trailer, end], { kind: "zengin_type", type: "11" }],
    ["nothing to pay", [header, `8${"0".repeat(18)}${" ".repeat(101)}`, end], { kind: "empty" }],
    [
      "a record more than 120 characters long",
      [`${header} `, data, trailer, end],
      { kind: "zengin_length", record: 1 },
    ],
  ])("%s", (_what, records, problem) => {
    expect(problemOf(records)).toEqual(problem);
  });

  test("EBCDIC", () => {
    expect(readZengin(Uint8Array.from([0xf1, 0xf2, 0xf1]))).toEqual({ ok: false, error: { kind: "zengin_ebcdic" } });
  });

  test("a record that a byte is missing from, where records follow one another", () => {
    expect(problemOf([header, data.slice(0, 60) + data.slice(61), trailer, end], "")).not.toBeNull();
  });
});

describe("a record alone stops", () => {
  test.each<[string, string, object]>([
    ["that is too short", data.slice(0, 119), { record: "recordLength" }],
    ["with kanji", data.replace("ﾔﾏﾀﾞ ﾀﾛｳ  ", "山田 ﾀﾛｳ  "), { record: "recordCharacter" }],
    ["whose name begins too late", data.replace("ﾔﾏﾀﾞ ﾀﾛｳ ", " ﾔﾏﾀﾞ ﾀﾛｳ"), { record: "recordShifted" }],
    ["whose account has a letter", data.replace("0123456", "01234X6"), { record: null, digits: ["account"] }],
  ])("%s", (_what, record, problems) => {
    expect(recordOf(record)).toMatchObject(problems);
  });
});

test("a file in UTF-8 with a byte order mark is known by its beginning, wherever that is cut", () => {
  const named = data.slice(0, 50) + "ﾁ".repeat(30) + data.slice(80);
  for (let kana = 0; kana <= 40; kana += 1) {
    const sender = header.slice(0, 14) + "ﾁ".repeat(kana).padEnd(40) + header.slice(54);
    const text = [sender, named, named, named, trailer, end].join("\r\n");
    expect(looksLikeZengin(bytesOf(text, "UTF-8 BOM"))).toBe(true);
  }
});
