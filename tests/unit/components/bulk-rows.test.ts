import { expect, test } from "vitest";
import {
  type Confirmed,
  characterProblems,
  type Edits,
  isRenamed,
  nameProblem,
  playersIn,
  rowsOf,
} from "@/components/players/bulk/rows";
import { readRow } from "@/lib/kyc/import-row";
import { type PlayerRow, playerIds, ROWS_MAX } from "@/lib/kyc/schema";

const AT = "2026-09-30T00:00:00.000Z";
const held = (userName: string | null, more: Partial<PlayerRow> = {}): PlayerRow => ({
  ...{ registrationId: "r-1", playerId: "p-1", userName, masked: false, revealable: false, superseded: false },
  ...{
    submission: "accepted",
    status: "REGISTERED",
    notFoundAt: null,
    evidence: null,
    since: AT,
    createdAt: AT,
    updatedAt: AT,
  },
  ...more,
});

function rowOf(registered: string | null, confirmed: Confirmed, edits: Edits = {}, more: Partial<PlayerRow> = {}) {
  const sheet = { rows: [{ line: 1, cells: ["p-1", "ヤマダ　ハナコ"] }] };
  const mapping = { hasHeader: false, playerId: 0, userName: 1 };
  const known = { asOf: AT, rows: [held(registered, more)] };
  return rowsOf({ sheet, mapping, edits, confirmed, held: known }, readRow)[0]!;
}

test("a row under another name than the registered one waits for its confirmation", () => {
  expect(rowOf("ヤマダ　タロウ", {})).toMatchObject({
    state: "other_name",
    replaces: { userName: "ヤマダ　タロウ" },
  });
  expect(rowOf("ヤマダ　タロウ", { 1: { userName: "ヤマダ　タロウ" } }).state).toBe("ok");
});

test("a confirmation does not count for another name than the one that was shown", () => {
  expect(rowOf("ヤマダ　ジロウ", { 1: { userName: "ヤマダ　タロウ" } }).state).toBe("other_name");
});

test.each([
  ["failed", { status: "FAILED" }],
  ["refused", { status: null, submission: "rejected" }],
  ["not_created", { status: null, submission: "not_created" }],
] as const)(
  "another name than one that came to nothing is shown, and needs no confirmation: %s",
  (displayStatus, more) => {
    const row = rowOf("ヤマダ　ハナ", {}, {}, more);
    expect(row).toMatchObject({ state: "ok", replaces: null, earlier: { userName: "ヤマダ　ハナ", displayStatus } });
    expect(isRenamed(row)).toBe(true);
  },
);

test.each([
  ["expired", { status: "EXPIRED" }],
  ["pending", { status: "PENDING" }],
  ["unknown", { status: null, submission: "unknown" }],
] as const)(
  "another name than one that counts, or may count, waits for its confirmation: %s",
  (displayStatus, more) => {
    const row = rowOf("ヤマダ　ハナ", {}, {}, more);
    expect(row).toMatchObject({ state: "other_name", earlier: { displayStatus } });
  },
);

test("how the player stands is shown beside a row of the same name", () => {
  const row = rowOf("ヤマダ　ハナコ", {}, {}, { status: "PENDING" });
  expect(row).toMatchObject({ state: "same", replaces: null, earlier: { displayStatus: "pending" } });
  expect(isRenamed(row)).toBe(false);
  // One that is wrong is not compared.
  expect(rowOf("ヤマダ　ハナコ", {}, { 1: { userName: "山田" } }).earlier).toBeNull();
});

test("a name that another system registered is confirmed as unknown", () => {
  expect(rowOf(null, {})).toMatchObject({ state: "other_name", replaces: { userName: null } });
  expect(rowOf(null, { 1: { userName: null } }).state).toBe("ok");
});

test("the same name needs no confirmation, and a row that is left out none", () => {
  expect(rowOf("ヤマダ　ハナコ", {})).toMatchObject({ state: "same", replaces: null });
  expect(rowOf("ヤマダ　タロウ", {}, { 1: { isLeftOut: true } })).toMatchObject({
    state: "left_out",
    replaces: null,
  });
});

test("what the file has wrong with a cell stays until the cell is edited", () => {
  const sheet = { rows: [{ line: 1, cells: ["p-1", "ヤマダ"], cellProblems: { 0: "formula" as const } }] };
  const mapping = { hasHeader: false, playerId: 0, userName: 1 };
  const row = (edits: Edits) => rowsOf({ sheet, mapping, edits, confirmed: {}, held: undefined }, readRow)[0];
  expect(row({})).toMatchObject({ state: "refused", read: { problems: { playerId: "formula" } } });
  expect(row({ 1: { userName: "スズキ" } })?.state).toBe("refused");
  expect(row({ 1: { playerId: "p-2" } })?.state).toBe("ok");
});

test("a proposal for a row that the file hides, or for a damaged cell, is none to accept with all others", () => {
  const mapping = { hasHeader: false, playerId: 0, userName: 1 };
  const row = (wrong: object, edits: Edits = {}) => {
    const sheet = { rows: [{ line: 1, cells: ["p-1", "セ−ルス"], ...wrong }] };
    return rowsOf({ sheet, mapping, edits, confirmed: {}, held: undefined }, readRow)[0];
  };
  expect(row({})).toMatchObject({ state: "proposal", read: { proposal: "セールス" } });
  const hidden = { problem: "hiddenRow" as const };
  expect(row(hidden)).toMatchObject({ state: "refused", read: { problems: { playerId: "hiddenRow" } } });
  expect(row({ cellProblems: { 1: "formula" } })).toMatchObject({ state: "refused" });
  expect(row({ cellProblems: { 0: "exponent" } })).toMatchObject({ state: "refused" });
  // Left out and included again is not yet put right.
  expect(row(hidden, { 1: { isLeftOut: false } })).toMatchObject({ state: "refused" });
  expect(row(hidden, { 1: { isLeftOut: true } })).toMatchObject({ state: "left_out" });
  expect(row(hidden, { 1: { userName: "セールス" } })).toMatchObject({ state: "ok" });
});

test("a full file is compared without its header, as many players as the server takes", () => {
  const rows = Array.from({ length: ROWS_MAX + 1 }, (_none, at) => ({ line: at + 1, cells: [` p-${at} `, "ヤマダ"] }));
  const ids = playersIn({ rows }, { hasHeader: true, playerId: 0, userName: 1 }, {});
  expect(ids[0]).toBe("p-1");
  expect(playerIds.safeParse({ playerIds: ids }).success).toBe(true);
});

test("an ID that is corrected is compared in place of the one in the file", () => {
  const rows = ["p-1", "ｐ－２", "か\u3099"].map((id, at) => ({ line: at + 2, cells: [id, "ヤマダ"] }));
  const mapping = { hasHeader: false, playerId: 0, userName: 1 };
  const edits = { 3: { playerId: " p-2 " }, 4: { userName: "スズキ" } };
  expect(playersIn({ rows }, mapping, edits)).toEqual(["p-1", "p-2", "が"]);
});

test("a name that is missing is required, and has no first character", () => {
  for (const userName of ["", "　"]) {
    const read = readRow({ playerId: "p-1", userName });
    expect(characterProblems(read)).toEqual([]);
    expect(nameProblem(read)).toBe("required");
  }
  const kanji = readRow({ playerId: "p-1", userName: "山田" });
  expect(characterProblems(kanji)).toMatchObject([
    { code: "KANJI", position: 0 },
    { code: "KANJI", position: 1 },
  ]);
  expect(nameProblem(kanji)).toBeUndefined();
});
