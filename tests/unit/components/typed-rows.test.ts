import { beforeEach, expect, test } from "vitest";
import { keepRows, keptRows, type RowsPlace } from "@/components/batches/draft/typed-rows";

const place: RowsPlace = { environment: "sandbox", owner: "ops", batchId: "b1" };
const typed = new Map([
  [2, { amount: "7,777" }],
  [9, { memo: "6月分" }],
]);
const NOW = 1_800_000_000_000;

let store: Parameters<typeof keepRows>[0];
beforeEach(() => {
  const held = new Map<string, string>();
  store = {
    getItem: (key) => held.get(key) ?? null,
    setItem: (key, text) => void held.set(key, text),
    removeItem: (key) => void held.delete(key),
    key: (at) => [...held.keys()][at] ?? null,
    get length() {
      return held.size;
    },
  };
  keepRows(store, place, typed, NOW);
});

test("what is typed into rows is found again by its author, in this batch alone", () => {
  expect(keptRows(store, place, NOW)).toEqual(typed);
  expect(keptRows(store, { ...place, batchId: "b2" }, NOW).size).toBe(0);
  expect(keptRows(store, { ...place, owner: "support" }, NOW).size).toBe(0);
});

test("nothing stays once all of it is saved", () => {
  keepRows(store, place, new Map(), NOW);
  expect(store.length).toBe(0);
});
