import { describe, expect, test } from "vitest";
import { applyReport, factsNamedIn, type Held, type Report } from "@/lib/transactions/status/status-report";

const held: Held = {
  referenceId: "WD-1",
  transactionId: "11111111-1111-4111-8111-111111111111",
  type: "WITHDRAW",
  currency: "JPY",
  amount: "12000",
  fee: "300",
  status: "SUCCESS",
  statusAt: null,
  endedAt: null,
  endedAtSource: null,
  hintedPaid: false,
  isIdOfAnother: false,
};
const query = (more: Partial<Report> = {}): Report => ({ source: "query", status: "COMPLETED", ...more });
const hint = (more: Partial<Report> = {}): Report => ({ source: "unsigned_callback", status: "COMPLETED", ...more });

describe("a report about our order", () => {
  test("from a query moves it", () => {
    expect(applyReport(held, query())).toMatchObject({ verdict: "moved", discrepancies: [], disagreements: [] });
  });

  test("from an unsigned callback is a hint: it changes nothing and raises no discrepancy", () => {
    expect(applyReport(held, hint())).toMatchObject({ verdict: "hint", discrepancies: [], disagreements: [] });
  });

  test("may write the same amount in other digits", () => {
    expect(applyReport({ ...held, currency: "THB", amount: "12.50" }, query({ amount: "12.5" })).verdict).toBe("moved");
  });

  test("may leave out what it does not know", () => {
    expect(applyReport(held, query({ amount: null, transactionId: undefined })).verdict).toBe("moved");
  });
});

describe("a report that disagrees with our record", () => {
  const lies: Partial<Report>[] = [
    { referenceId: "WD-2" },
    { transactionId: "22222222-2222-4222-8222-222222222222" },
    { type: "DEPOSIT" },
    { currency: "THB" },
    { amount: "120000" },
  ];
  test.each(lies)("%j moves nothing", (lie) => {
    expect(applyReport(held, query(lie))).toMatchObject({
      verdict: "mismatch",
      discrepancies: [{ kind: "reports", said: Object.entries(lie).flat().join(" ") }],
      disagreements: Object.keys(lie),
    });
  });

  test("is identified by all that disagrees, and by the amount in any notation", () => {
    expect(applyReport(held, query({ currency: "THB", amount: "99.00" })).discrepancies).toEqual([
      { kind: "reports", said: "currency THB, amount 99" },
    ]);
  });

  test("cannot disagree with what we do not know yet", () => {
    expect(applyReport({ ...held, transactionId: null }, query({ transactionId: "any" })).verdict).toBe("moved");
  });

  test("and states the transaction ID of another order", () => {
    const first = { ...held, transactionId: null, isIdOfAnother: true };
    expect(applyReport(first, query({ transactionId: "other" }))).toMatchObject({
      ...{ verdict: "mismatch", disagreements: ["transactionId"] },
      discrepancies: [{ kind: "reports", said: "transactionId other" }],
    });
  });

  test("needs action only where it is proven: an unsigned callback can be forged", () => {
    expect(applyReport(held, hint({ amount: "1" })).discrepancies).toEqual([]);
    expect(applyReport(held, { ...hint({ amount: "1" }), source: "signed_callback" }).discrepancies).toHaveLength(1);
  });
});

describe("two contradicting reports about one order", () => {
  const paid = [{ kind: "reports", said: "COMPLETED" }];

  test("the service's operations cancelled it, and a callback says that it was paid", () => {
    expect(applyReport({ ...held, status: "CANCELLED" }, hint()).discrepancies).toEqual(paid);
    expect(applyReport({ ...held, hintedPaid: true }, query({ status: "CANCELLED" })).discrepancies).toEqual([
      { kind: "reports", said: "CANCELLED" },
    ]);
    expect(applyReport({ ...held, status: "RESOLVED" }, query())).toMatchObject({
      verdict: "moved",
      discrepancies: paid,
    });
  });

  test("a hint of paid is no discrepancy until the order is closed, and neither is closing without a hint", () => {
    expect(applyReport({ ...held, hintedPaid: true }, query({ status: "FAILED" })).discrepancies).toEqual([]);
    expect(applyReport(held, query({ status: "CANCELLED" })).discrepancies).toEqual([]);
  });

  test("paid and then failed: the record stays", () => {
    expect(applyReport({ ...held, status: "COMPLETED" }, query({ status: "FAILED" }))).toMatchObject({
      verdict: "conflict",
      discrepancies: [{ kind: "reports", said: "FAILED" }],
    });
  });

  test("a late PENDING after the end is no discrepancy", () => {
    expect(applyReport({ ...held, status: "COMPLETED" }, query({ status: "PENDING" }))).toMatchObject({
      verdict: "same",
      discrepancies: [],
    });
  });
});

describe("a status unknown to us beside an end", () => {
  const endedAt = new Date("2026-11-21T05:00:00Z");
  const at = (seconds: number) => new Date(endedAt.getTime() + seconds * 1_000);
  const paid = { ...held, status: "COMPLETED", statusAt: at(5), endedAt, endedAtSource: "service" } as const;
  const open = { ...held, status: "REVERSED", statusAt: at(5) };
  const reversed = (more: Partial<Report> = {}) => query({ status: "REVERSED", askedOf: paid, ...more });
  const NEWS = { verdict: "conflict", discrepancies: [{ kind: "reports", said: "REVERSED" }], mustAsk: false };
  const LATE = { verdict: "same", discrepancies: [], mustAsk: false };
  const UNPROVEN = { verdict: "hint", discrepancies: [], mustAsk: true };

  test("may be returned money: a query that left after the end was known says so", () => {
    expect(applyReport(paid, reversed())).toMatchObject(NEWS);
    for (const seconds of [0, 1]) expect(applyReport(paid, reversed({ updatedAt: at(seconds) }))).toMatchObject(NEWS);
  });

  test("may be progress that came late: a query has to say", () => {
    for (const status of ["COMPLETED", "FAILED", "CANCELLED", "RESOLVED"])
      expect(
        applyReport({ ...paid, status }, reversed({ source: "signed_callback", askedOf: undefined })),
      ).toMatchObject(UNPROVEN);
    // It left before the end was known, or it is not known when it left.
    for (const askedOf of [held, { ...paid, statusAt: at(4) }, { status: null, statusAt: null }, undefined])
      for (const updatedAt of [undefined, at(1)])
        expect(applyReport(paid, reversed({ askedOf, updatedAt }))).toMatchObject(UNPROVEN);
  });

  test("is late where the service's time, or the create answer, proves that it is older", () => {
    expect(applyReport(paid, reversed({ updatedAt: at(-1) }))).toMatchObject(LATE);
    expect(applyReport(paid, reversed({ source: "create_answer", askedOf: undefined }))).toMatchObject(LATE);
  });

  test("is not proven older by our own clock, which is all that a callback gives for the end", () => {
    const learned = { ...paid, endedAtSource: "learned" } as const;
    expect(applyReport(learned, reversed({ updatedAt: at(-1) }))).toMatchObject(NEWS);
  });

  test("is a hint from an unsigned callback", () => {
    expect(applyReport(paid, hint({ status: "REVERSED" })).verdict).toBe("hint");
  });

  test("that was known before the end: a query confirms the end, unless it is the query that says so", () => {
    const MOVED = { verdict: "moved", discrepancies: [] };
    const late: Report = { source: "signed_callback", status: "COMPLETED" };
    expect(applyReport(open, late)).toMatchObject({ ...MOVED, mustAsk: true });
    for (const askedOf of [undefined, held, { ...open, statusAt: at(4) }])
      expect(applyReport(open, query({ askedOf }))).toMatchObject({ ...MOVED, mustAsk: true });
    expect(applyReport(open, query({ askedOf: open }))).toMatchObject({ ...MOVED, mustAsk: false });
    expect(applyReport(held, late)).toMatchObject({ ...MOVED, mustAsk: false });
  });
});

describe("what is said to have moved", () => {
  const off = (more: Partial<Report>, of: Partial<Held> = {}) =>
    applyReport({ ...held, ...of }, query(more)).discrepancies;

  test.each(["12300", "11700", "12000", "12300.00"])("%s is the amount with its fee, or within it", (actualAmount) => {
    expect(off({ actualAmount })).toEqual([]);
  });

  test.each(["12301", "11699", "0", "120300"])("%s is another amount, and a person has to look", (actualAmount) => {
    expect(off({ actualAmount })).toEqual([{ kind: "amount", said: `actualAmount ${actualAmount}` }]);
    expect(applyReport(held, query({ actualAmount })).verdict).toBe("moved");
    expect(off({ actualAmount }, { status: "COMPLETED" })).toHaveLength(1);
  });

  test("is compared with the fee that came with it, else with the one reported before", () => {
    expect(off({ actualAmount: "12500", fee: "500" })).toEqual([]);
    expect(off({ actualAmount: "12500", fee: null })).toHaveLength(1);
  });

  test("says nothing without a known fee, before it is paid, or where it proves nothing", () => {
    expect(off({ actualAmount: "99999" }, { fee: null })).toEqual([]);
    expect(off({ actualAmount: "99999", status: "PENDING" })).toEqual([]);
    expect(applyReport(held, hint({ actualAmount: "99999" })).discrepancies).toEqual([]);
  });

  test("written in other digits, is the same discrepancy", () => {
    expect(off({ actualAmount: "99999.00" })).toEqual(off({ actualAmount: "99999" }));
  });

  test("may be wrong beside contradicting reports: both are recorded", () => {
    const both = off({ actualAmount: "99999" }, { status: "CANCELLED" });
    expect(both.map(({ kind }) => kind)).toEqual(["reports", "amount"]);
  });
});

describe("the facts that a discrepancy names", () => {
  const named = (report: Partial<Report>) => applyReport(held, query(report)).discrepancies.flatMap(factsNamedIn);

  test("are those in which the report differs", () => {
    expect(named({ amount: "12001.50", currency: "THB" })).toEqual([
      { field: "currency", said: "THB" },
      { field: "amount", said: "12001.5" },
    ]);
    expect(named({ referenceId: "WD, 2\n", amount: "1" })).toEqual([
      { field: "referenceId", said: "WD, 2\n" },
      { field: "amount", said: "1" },
    ]);
    expect(named({ actualAmount: "120000" })).toEqual([{ field: "actualAmount", said: "120000" }]);
  });

  test("are none where it is about statuses, another order or an altered record", () => {
    expect(applyReport({ ...held, status: "FAILED" }, query()).discrepancies.flatMap(factsNamedIn)).toEqual([]);
    for (const kind of ["double", "altered"] as const) expect(factsNamedIn({ kind, said: "amount 5" })).toEqual([]);
    expect(factsNamedIn({ kind: "reports", said: "WITHDRAW JPY 5 to another account" })).toEqual([]);
  });
});
