import { describe, expect, test } from "vitest";
import { formatCursor, isBelow, parseCursor } from "@/lib/activity/cursor";
import { addressOf, placeOf } from "@/lib/activity/filter";

const AT = "2026-11-21T05:00:00.123Z";
const ID = "550e8400-e29b-41d4-a716-446655440000";

describe("a place in the log", () => {
  test("is read as it was written", () => {
    const [came, done] = [placeOf({ kind: "delivery", at: AT, id: ID }), placeOf({ kind: "audit", at: AT, id: "123" })];
    expect(parseCursor(formatCursor(came))).toEqual({ at: AT, source: "d", id: ID });
    expect(parseCursor(formatCursor(done))).toEqual({ at: AT, source: "a", id: "123" });
  });

  test("is below what is newer, and at the same moment what was done is below what came in", () => {
    const [came, done] = [placeOf({ kind: "delivery", at: AT, id: ID }), placeOf({ kind: "audit", at: AT, id: "123" })];
    expect([isBelow(done, came), isBelow(came, done)]).toEqual([true, false]);
    expect([isBelow(came, came), isBelow(done, { ...done, id: "9" })]).toEqual([false, false]);
    const later = { ...done, at: AT.replace(".123", ".124") };
    expect([isBelow(came, later), isBelow(later, came)]).toEqual([true, false]);
  });

  test.each([
    "",
    "x",
    `${AT}~d~1`,
    `${AT}~a~${ID}`,
    `${AT}~a~${"9".repeat(19)}`,
    `2026-13-45T99:00:00.000Z~a~1`,
    `${AT}~d~${ID}'`,
  ])("is none: %s", (text) => {
    expect(parseCursor(text)).toBeNull();
  });
});

test("an address names what was asked for, and nothing else", () => {
  expect(addressOf({ kind: "all" })).toBe("");
  expect(addressOf({ kind: "delivery", cause: ["wrong_signature", "waiting"], q: "a b" })).toBe(
    "kind=delivery&cause=wrong_signature%2Cwaiting&q=a+b",
  );
  expect(addressOf({ kind: "all" }, `${AT}~a~1`)).toBe("before=2026-11-21T05%3A00%3A00.123Z%7Ea%7E1");
});
