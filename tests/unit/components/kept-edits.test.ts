import { beforeEach, expect, test } from "vitest";
import { type EditsPlace, forgetEdits, keepEdits, keptEdits } from "@/components/players/bulk/kept-edits";
import { tabStorage } from "../../support/tab-storage";

const place: EditsPlace = { environment: "sandbox", owner: "ops", sheet: { digest: "d1", encoding: "UTF-8" } };
const done = {
  mapping: { hasHeader: false, playerId: 1, userName: 0 },
  edits: { 2: { userName: "ヤマダ　タロウ" }, 4: { isLeftOut: true } },
  confirmed: { 3: { userName: null } },
};
const NOW = 1_800_000_000_000;

let store: Parameters<typeof keepEdits>[0];
beforeEach(() => {
  ({ store } = tabStorage());
  keepEdits(store, place, done, NOW);
});

test("the corrections to a file are found again when the file is chosen again", () => {
  expect(keptEdits(store, place, NOW)).toEqual(done);
});

test("they belong to this file, read this way, and to this user", () => {
  expect(keptEdits(store, { ...place, sheet: { digest: "d2", encoding: "UTF-8" } }, NOW)).toBeNull();
  expect(keptEdits(store, { ...place, sheet: { digest: "d1", encoding: "Shift_JIS" } }, NOW)).toBeNull();
  expect(keptEdits(store, { ...place, environment: "production" }, NOW)).toBeNull();
  expect(keptEdits(store, { ...place, owner: "support" }, NOW)).toBeNull();
});

test("none stay once the file was started", () => {
  forgetEdits(store, place);
  expect(keptEdits(store, place, NOW)).toBeNull();
  expect(store.length).toBe(0);
});
