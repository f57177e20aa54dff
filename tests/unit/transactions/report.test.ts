import { describe, expect, test } from "vitest";
import { type Held, judge, type Report } from "@/lib/transactions/report";

const held: Held = {
  referenceId: "WD-1",
  transactionId: "11111111-1111-4111-8111-111111111111",
  type: "WITHDRAW",
  currency: "JPY",
  amount: "12000",
  status: "SUCCESS",
  hintedPaid: false,
};
const query = (more: Partial<Report> = {}): Report => ({ source: "query", status: "COMPLETED", ...more });
const hint = (more: Partial<Report> = {}): Report => ({ source: "unsigned callback", status: "COMPLETED", ...more });

describe("a report about our order", () => {
  test("from a query moves it", () => {
    expect(judge(held, query())).toEqual({ verdict: "moved", conflict: false, disagreements: [] });
  });

  test("from an unsigned callback is a hint: it settles nothing and accuses nobody", () => {
    expect(judge(held, hint())).toEqual({ verdict: "hint", conflict: false, disagreements: [] });
  });

  test("may write the same amount in other digits", () => {
    expect(judge({ ...held, currency: "THB", amount: "12.50" }, query({ amount: "12.5" })).verdict).toBe("moved");
  });

  test("may leave out what it does not know", () => {
    expect(judge(held, query({ amount: null, transactionId: undefined })).verdict).toBe("moved");
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
    expect(judge(held, query(lie))).toEqual({ verdict: "mismatch", conflict: true, disagreements: Object.keys(lie) });
  });

  test("reaches a person only where the service stands for it: anyone can forge an unsigned one", () => {
    expect(judge(held, hint({ amount: "1" })).conflict).toBe(false);
    expect(judge(held, { ...hint({ amount: "1" }), source: "signed callback" }).conflict).toBe(true);
  });
});

describe("two stories about one order", () => {
  test("the service's operations cancelled it, and a callback says that it was paid", () => {
    expect(judge({ ...held, status: "CANCELLED" }, hint()).conflict).toBe(true);
    expect(judge({ ...held, hintedPaid: true }, query({ status: "CANCELLED" })).conflict).toBe(true);
    expect(judge({ ...held, status: "RESOLVED" }, query())).toMatchObject({ verdict: "moved", conflict: true });
  });

  test("paid and then failed: what we hold stays", () => {
    expect(judge({ ...held, status: "COMPLETED" }, query({ status: "FAILED" }))).toMatchObject({
      verdict: "conflict",
      conflict: true,
    });
  });

  test("a late PENDING after the end is no story at all", () => {
    expect(judge({ ...held, status: "COMPLETED" }, query({ status: "PENDING" }))).toMatchObject({
      verdict: "same",
      conflict: false,
    });
  });
});
