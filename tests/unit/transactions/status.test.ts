import { describe, expect, test } from "vitest";
import {
  isFinal,
  isHint,
  isPaid,
  observe,
  provesAsMuch,
  SOURCES,
  STATUSES,
  toneOf,
} from "@/lib/transactions/status/status";

// Rows: what we hold. Columns: what is reported. Every pair is written down,
// so adding a status breaks this table before it breaks a customer.
//            SUCCESS PENDING COMPLETED FAILED   CANCELLED RESOLVED ON_HOLD
const TABLE = `
  SUCCESS   | same    moved   moved     moved    moved     moved    moved
  PENDING   | same    same    moved     moved    moved     moved    moved
  COMPLETED | same    same    same      conflict conflict  conflict unproven
  FAILED    | same    same    conflict  same     conflict  conflict unproven
  CANCELLED | same    same    moved     conflict same      conflict unproven
  RESOLVED  | same    same    moved     conflict conflict  same     unproven
  ON_HOLD   | same    moved   moved     moved    moved     moved    same
`;
/** ON_HOLD stands for every word that the service may invent. */
const WORDS = [...STATUSES, "ON_HOLD"];

describe("observe", () => {
  const rows = TABLE.trim()
    .split("\n")
    .map((line) => line.split("|").map((cell) => cell.trim()));

  for (const [index, held] of WORDS.entries()) {
    const [name, cells] = rows[index]!;
    test.each(WORDS.map((reported, column) => [reported, cells!.split(/\s+/)[column]!] as const))(
      `${held} then %s is %s`,
      (reported, expected) => {
        expect(name).toBe(held);
        expect(observe(held, reported).kind).toBe(expected);
      },
    );
  }

  test("the first report about an order is believed, with any status", () => {
    for (const reported of WORDS) expect(observe(null, reported)).toEqual({ kind: "moved", to: reported });
  });

  test("an unknown status after the end is late or news as it is proven; of others, age says nothing", () => {
    for (const held of WORDS.filter(isFinal)) {
      expect(observe(held, "ON_HOLD", "older").kind).toBe("same");
      expect(observe(held, "ON_HOLD", "newer").kind).toBe("conflict");
      for (const reported of STATUSES)
        for (const age of ["older", "newer"] as const)
          expect(observe(held, reported, age)).toEqual(observe(held, reported));
    }
  });

  test("a paid order never becomes unpaid", () => {
    for (const reported of WORDS) expect(observe("COMPLETED", reported).kind).not.toBe("moved");
  });
});

describe("what a status means", () => {
  test("only COMPLETED is paid, and only paid is green", () => {
    expect(WORDS.filter(isPaid)).toEqual(["COMPLETED"]);
    expect(WORDS.filter((status) => toneOf(status) === "paid")).toEqual(["COMPLETED"]);
  });

  test("an unknown status is neither paid nor final", () => {
    expect([isPaid("ON_HOLD"), isFinal("ON_HOLD"), toneOf("ON_HOLD")]).toEqual([false, false, "neutral"]);
  });

  test("polling stops when nothing more is expected, and only then", () => {
    expect(WORDS.filter(isFinal)).toEqual(["COMPLETED", "FAILED", "CANCELLED", "RESOLVED"]);
    expect(isFinal(null)).toBe(false);
  });
});

describe("evidence", () => {
  test("an unsigned callback never changes a status", () => {
    for (const status of WORDS) expect(isHint("unsigned_callback", status)).toBe(true);
  });

  test("a create response means accepted at most: one that claims a final status is checked", () => {
    expect(WORDS.filter((status) => !isHint("create_answer", status))).toEqual(["SUCCESS", "PENDING", "ON_HOLD"]);
  });

  test("a query and a signed callback are believed", () => {
    for (const status of WORDS)
      expect([isHint("query", status), isHint("signed_callback", status)]).toEqual([false, false]);
  });

  test("the evidence shown for a status never gets weaker", () => {
    for (const [strength, held] of SOURCES.entries()) {
      expect(SOURCES.filter((source) => provesAsMuch(source, held))).toEqual(SOURCES.slice(strength));
    }
  });
});
