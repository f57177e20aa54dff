import { describe, expect, test } from "vitest";
import { createdElsewhere, endingOf } from "@/lib/transactions/status/service-times";
import type { Report } from "@/lib/transactions/status/status-report";

const at = (text: string) => new Date(`2026-11-${text}:00Z`);
const CREATED = at("21T01:00");
const PAID = at("21T02:00");
const NOW = at("23T03:00");

const held = {
  ...{ status: "SUCCESS", createdAt: CREATED, firstSeenAt: null },
  ...{ endedAt: null, endedAtSource: null, endKnownAt: null },
};
const said = (updatedAt: Date | null, status = "COMPLETED"): Report => ({ source: "query", status, updatedAt });
const learned = { endedAt: NOW, endedAtSource: "learned", endKnownAt: NOW };

describe("when an order ended", () => {
  test("is the time of the answer that says so first, with when that was learned", () => {
    expect(endingOf(held, said(PAID), "moved", NOW)).toEqual({
      endedAt: PAID,
      endedAtSource: "service",
      endKnownAt: NOW,
    });
    expect(endingOf(held, said(PAID, "FAILED"), "moved", NOW)?.endedAt).toBe(PAID);
  });

  test.each<[string, Date | null]>([
    ["names no time", null],
    ["names one that has not come", at("23T03:06")],
    ["names one before it was created", at("21T00:59")],
  ])("is when it was learned, where the service %s", (_why, time) => {
    expect(endingOf(held, said(time), "moved", NOW)).toEqual(learned);
  });

  test("may be ahead of our clock by as much as two clocks may differ", () => {
    expect(endingOf(held, said(at("23T03:05")), "moved", NOW)?.endedAtSource).toBe("service");
  });

  test("may be before it was first seen, where the service does not say when it was created", () => {
    const elsewhere = { ...held, createdAt: NOW, firstSeenAt: NOW };
    expect(endingOf(elsewhere, said(PAID), "moved", NOW)?.endedAt).toBe(PAID);
    expect(endingOf({ ...elsewhere, createdAt: CREATED }, said(at("21T00:59")), "moved", NOW)).toEqual(learned);
  });

  test("is named once: a later change does not move a paid order to another day", () => {
    const paid = { ...held, status: "COMPLETED", endedAtSource: "service" as const, endKnownAt: NOW };
    expect(endingOf(paid, said(at("22T02:00")), "same", at("24T00:00"))).toBeNull();
  });

  test("is named later where a callback came first, but not after it was learned", () => {
    const paid = { ...held, status: "COMPLETED", ...learned, endedAtSource: "learned" as const };
    const later = at("24T00:00");
    expect(endingOf(paid, said(PAID), "same", later)).toEqual({
      ...{ endedAt: PAID, endedAtSource: "service", endKnownAt: later },
    });
    expect(endingOf(paid, said(at("23T12:00")), "same", later)).toBeNull();
    expect(endingOf(paid, said(null), "same", later)).toBeNull();
  });

  test("was known since the callback, where the time that is named later lies on the same day in Tokyo", () => {
    // From 23:40 in Tokyo; the status check is of the next day.
    const [learnedAt, later] = [at("23T14:40"), at("23T15:10")];
    const ending = { endedAt: learnedAt, endedAtSource: "learned" as const, endKnownAt: learnedAt };
    const paid = { ...held, status: "COMPLETED", ...ending };
    expect(endingOf(paid, said(at("23T14:39")), "same", later)).toEqual({
      ...{ endedAt: at("23T14:39"), endedAtSource: "service", endKnownAt: learnedAt },
    });
    // That this day has it was not known before.
    expect(endingOf(paid, said(at("22T14:59")), "same", later)?.endKnownAt).toBe(later);
  });

  test("is unknown while it is open, and is not taken from an unbelieved report", () => {
    expect(endingOf(held, said(PAID, "PENDING"), "moved", NOW)).toBeNull();
    expect(endingOf(held, said(PAID), "hint", NOW)).toBeNull();
    expect(endingOf({ ...held, status: "FAILED" }, said(PAID), "conflict", NOW)).toBeNull();
    // A late echo of an earlier stage.
    expect(
      endingOf({ ...held, status: "COMPLETED", endedAtSource: "learned" }, said(PAID, "PENDING"), "same", NOW),
    ).toBeNull();
  });

  test("is set again when what operations closed is paid after all", () => {
    const closed = { ...held, status: "CANCELLED", endedAtSource: "service" as const, endKnownAt: at("21T02:00") };
    expect(endingOf(closed, said(at("22T02:00")), "moved", NOW)?.endedAt).toEqual(at("22T02:00"));
  });
});

test("an order from elsewhere was created when the service says so, or else when it was first seen", () => {
  expect(createdElsewhere(CREATED, NOW)).toBe(CREATED);
  expect(createdElsewhere(null, NOW)).toBe(NOW);
  expect(createdElsewhere(at("24T00:00"), NOW)).toBe(NOW);
});
