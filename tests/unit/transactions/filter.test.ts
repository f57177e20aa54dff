import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { keepRows } from "@/components/data-table/keep-rows";
import { COLUMNS_COOKIE, ORDER_COLUMNS, readColumns, writeColumns } from "@/components/transactions/order-columns";
import {
  addressOf,
  formatCursor,
  isFiltered,
  ORDER_TYPES,
  ordersPath,
  parseCursor,
  SHOWN_STATES,
  SORTS,
} from "@/lib/transactions/list/filter";
import { ordersAsked } from "@/lib/transactions/schema";
import { SOURCES } from "@/lib/transactions/status/status";

const PLACE = { amount: "12000.5", at: "2026-11-21T09:00:00.123456Z", id: "0f8fad5b-d9cb-469f-a165-70867728950e" };

const asked = (address: string) => ordersAsked.parse(Object.fromEntries(new URLSearchParams(address)));

describe("the address of a list", () => {
  test("says the whole filter: read again, it is the same", () => {
    const some = <T>(...values: T[]) => fc.constantFrom(undefined, ...values);
    const filters = fc.record({
      type: some(...ORDER_TYPES),
      state: some(...SHOWN_STATES),
      evidence: some(...SOURCES),
      currency: fc.constantFrom("JPY", "THB"),
      least: some("0", "1000"),
      most: some("99999"),
      from: some("2026-11-21"),
      to: some("2026-12-31"),
      player: some("p 1&x=y", "太郎"),
      sort: fc.constantFrom(...SORTS),
    });
    fc.assert(
      fc.property(filters, some("after" as const, "before" as const), (filter, kind) => {
        const anchor = kind && { kind, place: formatCursor(PLACE) };
        const wanted = { ...filter, ...(kind && { anchor: { kind, place: PLACE } }) };
        expect(asked(addressOf(filter, anchor))).toEqual(wanted);
      }),
    );
  });

  test("of nothing filtered is empty, and a sort is no filter", () => {
    expect(addressOf({ sort: "newest" })).toBe("");
    expect(isFiltered({ sort: "largest" })).toBe(false);
    expect(isFiltered({ sort: "newest", player: "p" })).toBe(true);
  });

  test("with an amount but no currency means yen, and says so", () => {
    expect(asked("least=１，０００")).toMatchObject({ currency: "JPY", least: "1000" });
    expect(asked("least=0.5")).not.toHaveProperty("least", "0.5");
    expect(asked("least=0.5&currency=THB")).toMatchObject({ currency: "THB", least: "0.5" });
    expect(asked("least=abc").currency).toBeUndefined();
  });

  test.each(["", "12~x~y", formatCursor(PLACE).replace("123456", "123"), formatCursor({ ...PLACE, amount: "-1" })])(
    "“%s” is no place",
    (text) => expect(parseCursor(text)).toBeNull(),
  );

  test("asked for again, a page begins where it began; one that begins below a place does so anyway", () => {
    const top = formatCursor(PLACE);
    expect(ordersPath("sandbox", "type=DEPOSIT&before=x", top)).toBe(
      `/api/sandbox/transactions?type=DEPOSIT&${new URLSearchParams({ with: top })}`,
    );
    expect(ordersPath("sandbox", "after=x", top)).toBe("/api/sandbox/transactions?after=x");
    expect(ordersPath("sandbox", "")).toBe("/api/sandbox/transactions?");
  });
});

describe("what a browser keeps of a list", () => {
  test("rows stay where they are read: changed ones change, gone ones are marked, later ones come at the end", () => {
    const row = (id: string, state = "") => ({ id, state });
    const kept = keepRows([row("a"), row("b"), row("c")], [row("a", "paid"), row("c"), row("d")], ({ id }) => id);
    expect(kept.map(({ row: { id, state }, isGone }) => `${id}${state}${isGone ? " gone" : ""}`)).toEqual([
      "apaid",
      "b gone",
      "c",
      "d",
    ]);
  });

  test("columns are those that were chosen, and the order's id always", () => {
    expect(COLUMNS_COOKIE).toMatch(/^[a-z-]+$/);
    expect(readColumns(undefined)).toContain("amount");
    expect(readColumns("")).toEqual(["order"]);
    expect(readColumns("state.nonsense.created")).toEqual(["created", "order", "state"]);
    expect(readColumns(writeColumns(ORDER_COLUMNS))).toEqual(ORDER_COLUMNS);
  });
});
