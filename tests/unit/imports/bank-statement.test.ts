import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readStatement } from "@/lib/imports/bank-statement/read-statement";
import { camt, type Entry, zenginStatementRecords } from "../../support/bank-statements";
import { bytesOf } from "../../support/payout-files";

const TODAY = "2026-11-25";
const ENTRIES: Entry[] = [
  { day: "2026-11-20", amount: -3_000_000, party: "ｶ)ﾍﾟｲﾒﾝﾂ", description: "ﾌﾘｺﾐ" },
  { day: "2026-11-24", amount: 120_000, party: "ﾔﾏﾀﾞ ﾀﾛｳ" },
];
const zengin = (records: string[], lineEnd = "\r\n") =>
  readStatement(bytesOf(records.map((record) => record + lineEnd).join(""), "Shift_JIS"), TODAY);
const xml = (text: string) => readStatement(new TextEncoder().encode(text), TODAY);
const errorOf = (read: ReturnType<typeof readStatement>) => (read.ok ? null : read.error);
/** A record with other characters from a position on, counted from 1. */
const altered = (record: string, position: number, by: string) =>
  record.slice(0, position - 1) + by + record.slice(position - 1 + by.length);

describe("入出金取引明細", () => {
  const [header = "", first = "", second = "", trailer = "", end = ""] = zenginStatementRecords(ENTRIES);

  test.each(["", "\n", "\r", "\r\n"])("with %j behind each record", (lineEnd) => {
    const read = zengin([header, first, second, trailer, end], lineEnd);
    expect(read).toMatchObject({
      ok: true,
      value: {
        ...{ format: "zengin", encoding: "Shift_JIS", leftOut: 0 },
        accounts: [
          {
            ...{ account: "0001-001-1234567", holder: "ｶ)ﾁﾖｳﾊﾞ", currency: "JPY" },
            ...{ firstDay: "2026-11-01", lastDay: "2026-11-30" },
          },
        ],
        entries: [
          {
            ...{ line: 2, bookedOn: "2026-11-20", amount: "-3000000", currency: "JPY", problems: null },
            ...{ party: "ｶ)ﾍﾟｲﾒﾝﾂ", description: "ﾌﾘｺﾐ", raw: first },
          },
          { line: 3, bookedOn: "2026-11-24", amount: "120000", party: "ﾔﾏﾀﾞ ﾀﾛｳ", problems: null },
        ],
      },
    });
  });

  test.each(["\r\n", "\r\n\x1a", "\x1a\r\n"])("without line ends but with %j at its end, is read", (tail) => {
    expect(zengin([header, first, second, trailer, end + tail], "")).toMatchObject({
      value: {
        leftOut: 0,
        entries: [
          { amount: "-3000000", problems: null },
          { amount: "120000", problems: null },
        ],
      },
    });
  });

  test("a record that cannot be read is left out alone, with its field, position and value", () => {
    const broken = (record: string) => {
      const read = zengin([header, record, second, trailer, end]);
      if (!read.ok) return read.error;
      expect(read.value.entries[1]).toMatchObject({ amount: "120000", problems: null });
      return read.value.entries[0]?.problems?.map(({ field, column, value, code }) => [field, column, value, code]);
    };
    expect(broken(altered(first, 10, "081320"))).toEqual([["bookedOn", "10–15", "081320", "entryDay"]]);
    expect(broken(altered(first, 22, "3"))).toEqual([["direction", "22–22", "3", "entryDirection"]]);
    expect(broken(altered(first, 25, "00000O000001"))).toEqual([["amount", "25–36", "00000O000001", "entryDigits"]]);
    expect(broken(altered(first, 25, "000000000000"))).toMatchObject([
      ["amount", "25–36", "0".repeat(12), "amountZero"],
    ]);
    expect(broken(`${first}  `)).toMatchObject([["line", "", first, "entryLength"]]);
  });

  test("a year is of Reiwa, or of Heisei where it would lie ahead", () => {
    const day = (text: string) => {
      const read = zengin([header, altered(first, 10, text), second, trailer, end]);
      return read.ok ? read.value.entries[0]?.bookedOn : read.error;
    };
    expect(["081125", "280503", "010101", "310430"].map(day)).toEqual([
      ...["2026-11-25", "2016-05-03", "2019-01-01", "2019-04-30"],
    ]);
    expect(["081227", "090101", "000101", "080230", "  1101"].map(day)).toEqual([null, null, null, null, null]);
  });

  test("a file is refused whole where its frame, its counts or its sums are not right", () => {
    const refused = (...records: string[]) => errorOf(zengin(records));
    expect(refused(header, first, trailer, end)).toEqual({ kind: "statement_count", line: 3, stated: 2, counted: 1 });
    expect(refused(header, first, second, altered(trailer, 20, "1"), end)).toMatchObject({ kind: "statement_sum" });
    expect(refused(header, altered(first, 36, "1"), second, trailer, end)).toEqual({
      ...{ kind: "statement_sum", line: 4, direction: "out", stated: "3000000", counted: "3000001" },
    });
    expect(refused(header, first, second, trailer)).toEqual({ kind: "statement_order", record: 5 });
    expect(refused(header, first, second, end)).toEqual({ kind: "statement_order", record: 4 });
    expect(refused(altered(header, 2, "01"), first, second, trailer, end)).toEqual({
      ...{ kind: "statement_type", type: "01" },
    });
    expect(refused(header, first, second, altered(trailer, 1, "8x"), end)).toEqual({
      ...{ kind: "statement_record", record: 4 },
    });
    expect(errorOf(readStatement(Uint8Array.of(0xf1, 0xf0), TODAY))).toEqual({ kind: "statement_ebcdic" });
    expect(errorOf(readStatement(new TextEncoder().encode("day,amount\n"), TODAY))).toEqual({ kind: "no_statement" });
    expect(errorOf(readStatement(new Uint8Array(), TODAY))).toEqual({ kind: "empty" });
  });
});

describe("camt.053", () => {
  test.each(["02", "08", "13"])("version %s, with its entries by line", (version) => {
    const read = xml(camt(ENTRIES, { version }));
    expect(read).toMatchObject({
      ok: true,
      value: {
        ...{ format: "camt053", leftOut: 0 },
        accounts: [
          {
            ...{ account: "0001-001-1234567", holder: "Choba KK", currency: "JPY" },
            ...{ firstDay: "2026-11-01", lastDay: "2026-11-30" },
          },
        ],
        entries: [
          { bookedOn: "2026-11-20", amount: "-3000000", party: "ｶ)ﾍﾟｲﾒﾝﾂ", description: "ﾌﾘｺﾐ", problems: null },
          { bookedOn: "2026-11-24", amount: "120000", reference: "REF-2026-11-24", problems: null },
        ],
      },
    });
    if (!read.ok) return;
    const [first] = read.value.entries;
    expect(camt(ENTRIES).split("\n")[(first?.line ?? 0) - 1]).toContain("<Ntry>");
    expect(first?.raw).toMatch(/^<Ntry>[\s\S]*<\/Ntry>$/);
  });

  test("an entry that cannot be read is left out alone, and what is not booked is counted", () => {
    const read = xml(
      camt([
        { day: "2026-13-01", amount: 1 },
        { day: "2026-11-24", amount: 1, inner: '<Amt Ccy="JPY">1.5</Amt>' },
        { day: "2026-11-24", amount: 1, inner: '<Amt Ccy="yen">1e3</Amt>' },
        { day: "2026-11-24", amount: 1, state: "PDNG" },
        { day: "2026-11-24", amount: 1, state: "<Cd>ODD</Cd>" },
        { day: "2026-11-24", amount: 1000, inner: '<Amt Ccy="JPY">1000.00</Amt>' },
      ]),
    );
    if (!read.ok) throw new Error(read.error.kind);
    expect(read.value.leftOut).toBe(1);
    expect(
      read.value.entries.map(({ problems }) => problems?.map(({ column, value, code }) => [column, value, code])),
    ).toEqual([
      [
        ["BookgDt/Dt", "2026-13-01", "entryDay"],
        ["ValDt/Dt", "2026-13-01", "entryDay"],
      ],
      [["Amt", "1.5", "amountDecimals"]],
      [
        ["Amt@Ccy", "yen", "currency"],
        ["Amt", "1e3", "amountNotANumber"],
      ],
      [["Sts/Cd", "ODD", "entryState"]],
      undefined,
    ]);
    expect(read.value.entries.at(-1)).toMatchObject({ amount: "1000" });
  });

  test("counts, sums and balances that a statement states have to be those of its entries", () => {
    const summary = (count: number, sum: number) =>
      `<TxsSummry><TtlNtries><NbOfNtries>${count}</NbOfNtries><Sum>${sum}</Sum></TtlNtries></TxsSummry>`;
    const balance = (code: string, amount: number, way = "CRDT") =>
      `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="JPY">${amount}</Amt><CdtDbtInd>${way}</CdtDbtInd></Bal>`;
    expect(xml(camt(ENTRIES, { summary: summary(2, 3_120_000) })).ok).toBe(true);
    expect(errorOf(xml(camt(ENTRIES, { summary: summary(3, 3_120_000) })))).toMatchObject({
      ...{ kind: "statement_count", stated: 3, counted: 2 },
    });
    expect(errorOf(xml(camt(ENTRIES, { summary: summary(2, 1) })))).toMatchObject({
      ...{ kind: "statement_sum", direction: "all", stated: "1", counted: "3120000" },
    });
    const right = balance("OPBD", 5_000_000) + balance("CLBD", 2_120_000);
    expect(xml(camt(ENTRIES, { balances: right })).ok).toBe(true);
    expect(errorOf(xml(camt(ENTRIES, { balances: balance("OPBD", 0) + balance("CLBD", 2_880_000) })))).toMatchObject({
      ...{ kind: "statement_balance", stated: "2880000", counted: "-2880000" },
    });
    expect(xml(camt(ENTRIES, { balances: balance("OPBD", 0) + balance("CLBD", 2_880_000, "DBIT") })).ok).toBe(true);
  });

  test("an entry that is not booked keeps no balance from being checked, and nothing of the next statement", () => {
    const summary = "<TxsSummry><TtlNtries><NbOfNtries>9</NbOfNtries></TtlNtries></TxsSummry>";
    const balance = (code: string, amount: number) =>
      `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="JPY">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd></Bal>`;
    const open: Entry & { state: string } = { day: "2026-11-24", amount: 1, state: "PDNG" };
    const pending = camt([...ENTRIES, open], { summary });
    expect(xml(pending).ok).toBe(true);
    const wrong = camt([...ENTRIES, open], { balances: balance("OPBD", 5_000_000) + balance("CLBD", 1) });
    expect(errorOf(xml(wrong))).toMatchObject({ kind: "statement_balance", stated: "1" });
    const [next = ""] = /<Stmt>[\s\S]*<\/Stmt>/.exec(camt(ENTRIES, { summary })) ?? [];
    expect(errorOf(xml(pending.replace("</Stmt>", `</Stmt>${next}`)))).toMatchObject({ kind: "statement_count" });
  });

  test("its encoding is the declared one, or UTF-8: also where Shift_JIS would have characters of the bytes", () => {
    const party = (text: string, bytes: Uint8Array) => {
      const read = readStatement(bytes, TODAY);
      return read.ok ? read.value.entries[0]?.party === text : read.error.kind;
    };
    const utf8 = camt([{ day: "2026-11-24", amount: 1, party: "Müller" }]);
    expect(party("Müller", new TextEncoder().encode(utf8))).toBe(true);
    expect(party("Müller", new TextEncoder().encode(utf8.replace(/<\?xml.*\?>\n/, "")))).toBe(true);
    const sjis = camt([{ day: "2026-11-24", amount: 1, party: "山田" }]).replace("UTF-8", "Shift_JIS");
    expect(party("山田", bytesOf(sjis, "Shift_JIS"))).toBe(true);
    expect(party("山田", bytesOf(sjis.replace("Shift_JIS", "UTF-8"), "Shift_JIS"))).toBe("not_text");
  });

  test("a document type, an entity, broken XML and other messages are refused", () => {
    const bomb = '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]>';
    const good = camt(ENTRIES);
    expect(errorOf(xml(good.replace("<Document", `${bomb}<Document`)))).toMatchObject({ kind: "statement_xml" });
    expect(errorOf(xml(good.replace("REF-2026-11-20", "&b;")))).toMatchObject({ kind: "statement_xml" });
    expect(errorOf(xml(good.replace("</Stmt>", "")))).toMatchObject({ kind: "statement_xml" });
    expect(errorOf(xml(good.replace("camt.053", "camt.052")))).toEqual({ kind: "no_statement" });
    expect(errorOf(xml(good.replace("REF-2026-11-20", "x".repeat(20_000))))).toMatchObject({ kind: "statement_xml" });
    expect(errorOf(xml(good.replace("<Id>S-1</Id>", "<a>".repeat(50) + "</a>".repeat(50))))).toMatchObject({
      ...{ kind: "statement_xml" },
    });
  });

  test("what remains of a file that was cut is read with all of its entries, or refused", () => {
    // Without a count, two entries could become one.
    const counts = "<TtlNtries><NbOfNtries>2</NbOfNtries><Sum>3120000</Sum></TtlNtries>";
    const good = camt(ENTRIES, { summary: `<TxsSummry>${counts}</TxsSummry>` });
    const whole = xml(good);
    fc.assert(
      fc.property(fc.integer({ min: 0, max: good.length - 1 }), fc.integer({ min: 1, max: 40 }), (at, length) => {
        const read = xml(good.slice(0, at) + good.slice(at + length));
        if (read.ok && whole.ok) expect(read.value.entries.length).toBe(whole.value.entries.length);
      }),
    );
  });
});
