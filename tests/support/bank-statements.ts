import { digits, text } from "@/lib/imports/zengin/layout";

/* Statements of a bank as it writes them: 入出金取引明細 of 200 characters a record, and camt.053. */

export type Entry = {
  /** `2026-11-24`. */
  day: string;
  /** With its sign: a plus for what came to the account. */
  amount: number;
  party?: string;
  description?: string;
};

/** `2026-11-24` is 令和8年11月24日. */
const reiwa = (day: string) => digits(Number(day.slice(0, 4)) - 2018, 2) + day.slice(5, 7) + day.slice(8);

/** Header, data, trailer and end, without line ends. */
export function zenginStatementRecords(entries: readonly Entry[], { first = "2026-11-01", last = "2026-11-30" } = {}) {
  const [ins, outs] = [entries.filter(({ amount }) => amount > 0), entries.filter(({ amount }) => amount <= 0)];
  const sum = (some: readonly Entry[]) => some.reduce((total, { amount }) => total + Math.abs(amount), 0);
  const header = [
    ...["1", "03", "0", reiwa(last), reiwa(first), reiwa(last), "0001", text("ﾐｽﾞﾎ", 15), "001", text("ﾄｳｷﾖｳ", 15)],
    ...["000", "1", digits(1234567, 10), text("ｶ)ﾁﾖｳﾊﾞ", 40), "1", "1", digits(5_000_000, 14), text("", 71)],
  ].join("");
  const data = entries.map(({ day, amount, party = "", description = "" }, nth) =>
    [
      ...["2", digits(nth + 1, 8), reiwa(day), reiwa(day), amount > 0 ? "1" : "2", "11", digits(Math.abs(amount), 12)],
      ...[digits(0, 12), digits(0, 6), digits(0, 6), "0", digits(0, 7), "000", digits(0, 10), text(party, 48)],
      ...[text("", 15), text("", 15), text(description, 20), text("", 20), " "],
    ].join(""),
  );
  const trailer = [
    ...["8", digits(ins.length, 6), digits(sum(ins), 13), digits(outs.length, 6), digits(sum(outs), 13)],
    ...["1", digits(5_000_000 + sum(ins) - sum(outs), 14), digits(entries.length, 7), text("", 139)],
  ].join("");
  return [header, ...data, trailer, text(`9${digits(entries.length + 3, 10)}${digits(1, 5)}`, 200)];
}

type CamtOptions = { currency?: string; version?: string; summary?: string; balances?: string };

/** One statement of an account. */
export function camt(
  entries: readonly (Entry & { state?: string; inner?: string })[],
  { currency = "JPY", version = "08", summary = "", balances = "" }: CamtOptions = {},
): string {
  const ntry = entries.map(
    ({ day, amount, party = "", description = "", state = "<Cd>BOOK</Cd>", inner }) => `
      <Ntry>
        ${inner ?? `<Amt Ccy="${currency}">${Math.abs(amount)}</Amt>`}
        <CdtDbtInd>${amount > 0 ? "CRDT" : "DBIT"}</CdtDbtInd>
        <Sts>${state}</Sts>
        <BookgDt><Dt>${day}</Dt></BookgDt>
        <ValDt><Dt>${day}</Dt></ValDt>
        <AcctSvcrRef>REF-${day}</AcctSvcrRef>
        <NtryDtls><TxDtls>
          <RltdPties><${amount > 0 ? "Dbtr" : "Cdtr"}><Pty><Nm>${party}</Nm></Pty></${amount > 0 ? "Dbtr" : "Cdtr"}></RltdPties>
          <RmtInf><Ustrd>${description}</Ustrd></RmtInf>
        </TxDtls></NtryDtls>
      </Ntry>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.${version}">
  <BkToCstmrStmt>
    <GrpHdr><MsgId>M-1</MsgId><CreDtTm>2026-11-24T09:00:00+09:00</CreDtTm></GrpHdr>
    <Stmt>
      <Id>S-1</Id>
      <FrToDt><FrDtTm>2026-11-01T00:00:00+09:00</FrDtTm><ToDtTm>2026-11-30T23:59:59+09:00</ToDtTm></FrToDt>
      <Acct><Id><Othr><Id>0001-001-1234567</Id></Othr></Id><Ccy>${currency}</Ccy><Ownr><Nm>Choba KK</Nm></Ownr></Acct>
      ${balances}${summary}${ntry.join("")}
    </Stmt>
  </BkToCstmrStmt>
</Document>
`;
}
