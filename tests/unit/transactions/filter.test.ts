import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { columnsCookie, readColumns, writeColumns } from "@/components/data-table/chosen-columns";
import { keepRows } from "@/components/data-table/keep-rows";
import { changedByCurrency, currencyOf, partsByCurrency, withCurrency } from "@/components/order-list/list-currency";
import { activityFilter } from "@/lib/activity/schema";
import { auditFilter } from "@/lib/audit/schema";
import { partsIn } from "@/lib/list/page";
import {
  addressOf,
  ORDER_PARTS,
  ORDER_TYPES,
  SHOWN_STATES,
  SORTS,
  sortInAddress,
  withDays,
} from "@/lib/transactions/list/filter";
import { ordersAsked } from "@/lib/transactions/schema";
import { SOURCES } from "@/lib/transactions/status/status";

const PLACE = "12000.5~2026-11-21T09:00:00.123456Z~0f8fad5b-d9cb-469f-a165-70867728950e";

const asked = (address: string) => ordersAsked.parse(Object.fromEntries(new URLSearchParams(address)));

describe("the address of a list", () => {
  test("says the whole filter: read again, it is the same", () => {
    const some = <T>(...values: T[]) => fc.constantFrom(undefined, ...values);
    const several = <T>(values: readonly T[]) =>
      fc.option(fc.subarray([...values], { minLength: 1 }), { nil: undefined });
    const filters = fc.record({
      type: some(...ORDER_TYPES),
      state: several(SHOWN_STATES),
      evidence: several(SOURCES),
      currency: fc.constantFrom("JPY", "THB"),
      least: some("0", "1000"),
      most: some("99999"),
      from: some("2026-11-21", "month"),
      to: some("2026-12-31", "today"),
      paidFrom: some("yesterday"),
      paidTo: some("today"),
      player: some("p 1&x=y", "太郎"),
      sort: fc.constantFrom(...SORTS.filter((sort) => sort !== "urgent")),
    });
    fc.assert(
      fc.property(filters, some("after" as const, "before" as const), (filter, kind) => {
        const wanted = {
          list: "transactions",
          show: "all",
          ...filter,
          ...(kind && { anchor: { kind, place: PLACE } }),
        };
        expect(asked(`${addressOf(filter)}${kind ? `&${kind}=${PLACE}` : ""}`)).toEqual(wanted);
      }),
    );
  });

  test("has several values of a filter once each and in their order, without what is none of them", () => {
    expect(asked("state=unknown,FAILED,x,FAILED").state).toEqual(asked("state=FAILED,unknown").state);
    expect(asked("state=unknown,FAILED").state).toHaveLength(2);
    expect(asked("state=x,").state).toBeUndefined();
  });

  test("has days as words, which mean other days later", () => {
    const filter = asked("from=month&to=today&paidFrom=yesterday&paidTo=2026-11-30");
    const on = (at: string) => addressOf(withDays(filter, new Date(at)));
    expect(on("2026-11-30T14:59:59Z")).toBe("from=2026-11-01&to=2026-11-30&paidFrom=2026-11-29&paidTo=2026-11-30");
    expect(on("2026-11-30T15:00:00Z")).toBe("from=2026-12-01&to=2026-12-01&paidFrom=2026-11-30&paidTo=2026-11-30");
    expect(asked("from=tomorrow&to=now").from).toBeUndefined();
  });

  test("of nothing filtered is empty", () => {
    expect(addressOf({ sort: "newest" })).toBe("");
  });

  test("is that of the same view with the usual sort, also where it names that sort", () => {
    expect(withCurrency({ sort: "newest" })).toBe("");
    expect(withCurrency({ show: "mine", sort: "urgent" })).toBe("show=mine");
    expect(withCurrency({ show: "mine", sort: "newest" })).toBe("show=mine&sort=newest");
    expect(withCurrency({ sort: "oldest", after: PLACE })).toBe("sort=oldest");
    // A list without deadlines is sorted by time.
    expect(withCurrency({ show: "open", sort: "urgent" })).toBe("show=open");
  });

  test("of a list that is sorted as usual again says nothing of the sort", () => {
    expect(sortInAddress("newest", "all")).toBeUndefined();
    expect(sortInAddress("newest", "mine")).toBe("newest");
    expect(sortInAddress("oldest", "all")).toBe("oldest");
  });

  test("with an amount but no currency means yen, and says so", () => {
    expect(asked("least=１，０００")).toMatchObject({ currency: "JPY", least: "1000" });
    expect(asked("least=0.5")).not.toHaveProperty("least", "0.5");
    expect(asked("least=0.5&currency=THB")).toMatchObject({ currency: "THB", least: "0.5" });
    expect(asked("least=abc").currency).toBeUndefined();
  });

  test("drops what cannot be seen from a pasted text, and never the filter with it", () => {
    const id = "WD-20261126-ABCD2345";
    for (const pasted of [
      `\u200b${id}`,
      `${id}\u2060`,
      `\u202a${id}\u202c`,
      `WD-\u200b20261126-ABCD2345`,
      `\t${id}\r\n`,
    ]) {
      const typed = encodeURIComponent(pasted);
      expect(asked(`q=${typed}&player=${typed}`)).toMatchObject({ q: id, player: id });
      const log = { order: pasted, q: pasted, subject: pasted };
      expect(activityFilter.parse(log)).toMatchObject({ order: id, q: id });
      expect(auditFilter.parse(log)).toMatchObject({ subject: id });
    }
    expect(asked(`q=${"x".repeat(300)}`).q).toBe("x".repeat(200));
    expect(asked(`q=${encodeURIComponent(" \u200b\u3000")}`).q).toBeUndefined();
  });

  test("shows the currency that a sort or an amount assumes as chosen, and drops both with it", () => {
    const valuesOf = (address: string) => Object.fromEntries(new URLSearchParams(address));
    for (const address of ["sort=largest", "least=1000", "sort=smallest&currency=THB", "least=abc", "sort=oldest"])
      expect(currencyOf(valuesOf(address)) ?? undefined).toBe(asked(address).currency);
    expect(partsByCurrency(valuesOf("sort=largest&currency=THB"))).toEqual(["least", "most", "sort"]);
    expect(partsByCurrency(valuesOf("sort=oldest"))).toEqual(["least", "most"]);
  });

  test("is recognised as the view that was saved of it, with the currency that a sort or an amount assumes", () => {
    for (const address of [
      "sort=largest",
      "state=discrepancy&least=1000",
      "show=action&currency=THB&sort=smallest",
      "q=a",
    ]) {
      const { anchor: _place, ...filter } = asked(address);
      const values = Object.fromEntries(new URLSearchParams(`${address}&before=place`));
      expect(withCurrency(values)).toBe(addressOf(filter));
    }
  });

  test("has no amount that is none in another currency", () => {
    const values = { currency: "THB", least: "10.5", most: "2000" };
    expect(changedByCurrency(values, "JPY")).toEqual({ least: null, most: "2000" });
    expect(changedByCurrency(values, "USDT")).toEqual({ least: "10.5", most: "2000" });
  });

  test("of a withdrawal list has what it shows, and sorts what waits by urgency", () => {
    expect(asked("list=withdrawals&show=mine")).toMatchObject({ show: "mine", sort: "urgent" });
    expect(asked("list=withdrawals&show=open&type=DEPOSIT&sort=urgent")).toMatchObject({ show: "all", sort: "newest" });
    expect(asked("list=withdrawals&type=DEPOSIT")).not.toHaveProperty("type");
    expect(addressOf({ list: "withdrawals", show: "mine", sort: "urgent" })).toBe("show=mine");
    expect(addressOf({ list: "withdrawals", show: "mine", sort: "newest" })).toBe("show=mine&sort=newest");
  });

  test("reads its own parameters in the list's order, and ignores others", () => {
    const given = { sort: "oldest", other: "1", type: "DEPOSIT", player: ["a", "b"], after: "" };
    expect(partsIn(given, ORDER_PARTS)).toBe("type=DEPOSIT&sort=oldest");
  });
});

describe("rows and columns that a browser keeps", () => {
  const row = (id: string, state = "") => ({ id, state });
  const kept = (seen: ReturnType<typeof row>[], rows: typeof seen, below: string | null) =>
    keepRows(seen, { rows, below }, ({ id }) => id).map(
      ({ row: { id, state }, isGone }) => `${id}${state}${isGone ? " gone" : ""}`,
    );

  test("rows stay where they are read: changed ones change, gone ones are marked, later ones come at the end", () => {
    const fresh = [row("a", "paid"), row("c"), row("d")];
    expect(kept([row("a"), row("b"), row("c")], fresh, null)).toEqual(["apaid", "b gone", "c", "d"]);
  });

  test("rows that others pushed below the page are not said to be gone", () => {
    const seen = [row("a"), row("b"), row("c"), row("d")];
    const pushed = [row("a"), row("new"), row("b"), row("c")];
    expect(kept(seen, pushed, "c")).toEqual(["a", "b", "c", "d", "new"]);
    // Without a page below, it has left.
    expect(kept(seen, pushed, null)).toEqual(["a", "b", "c", "d gone", "new"]);
    // One came and others left: what stood below moved up.
    const left = [row("a"), row("new"), row("b"), row("e"), row("f")];
    expect(kept(seen, left, "f")).toEqual(["a", "b", "c gone", "d gone", "new", "e", "f"]);
    // What stood below moved up.
    expect(kept(seen, [row("a"), row("b"), row("e"), row("f")], "f")).toEqual(["a", "b", "c gone", "d gone", "e", "f"]);
    expect(kept(seen, [row("e"), row("f")], "f")).toEqual(["a gone", "b gone", "c gone", "d gone", "e", "f"]);
  });

  test("columns are those that were chosen", () => {
    expect(columnsCookie("players")).toMatch(/^[a-z-]+$/);
    expect(readColumns(undefined, ["amount"])).toEqual(["amount"]);
    expect(readColumns(writeColumns([]), ["amount"])).toEqual([]);
    expect(readColumns(writeColumns(["created", "state"]), ["amount"])).toEqual(["created", "state"]);
  });
});
