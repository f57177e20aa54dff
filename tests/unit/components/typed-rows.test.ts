import { beforeEach, expect, test } from "vitest";
import { keepRows, keptRows, type RowsPlace } from "@/components/batches/draft/typed-rows";
import { BATCH_FIELDS, type RowFields } from "@/lib/batches/row";
import { tabStorage } from "../../support/tab-storage";

const place: RowsPlace = { environment: "sandbox", owner: "ops", batchId: "b1" };
const typed = new Map([
  [2, { amount: "7,777" }],
  [9, { memo: "6月分" }],
]);
const NONE = Object.fromEntries(BATCH_FIELDS.map((name) => [name, ""])) as RowFields;
const rows = [
  { line: 2, fields: { ...NONE, amount: "5000" } },
  { line: 9, fields: NONE },
];
const NOW = 1_800_000_000_000;

let store: Parameters<typeof keepRows>[0];
beforeEach(() => {
  ({ store } = tabStorage());
  keepRows(store, place, typed, rows, NOW);
});

test("what is typed into rows is found again by its author, in this batch alone", () => {
  expect(keptRows(store, place, rows, NOW)).toEqual(typed);
  expect(keptRows(store, { ...place, batchId: "b2" }, rows, NOW).size).toBe(0);
  expect(keptRows(store, { ...place, owner: "support" }, rows, NOW).size).toBe(0);
});

test("nothing stays once all of it is saved", () => {
  keepRows(store, place, new Map(), rows, NOW);
  expect(store.length).toBe(0);
});

test("a cell that was saved or changed by another user since is not offered over it", () => {
  const amount = (text: string) => [{ line: 2, fields: { ...NONE, amount: text } }, rows[1]!];
  expect(keptRows(store, place, amount("7,777"), NOW)).toEqual(new Map([[9, { memo: "6月分" }]]));
  expect(keptRows(store, place, amount("9000"), NOW)).toEqual(new Map([[9, { memo: "6月分" }]]));
  expect(keptRows(store, place, [], NOW).size).toBe(0);
});
