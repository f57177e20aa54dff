import fc from "fast-check";
import { expect, test } from "vitest";
import { CLASS_BY_BITS, CLASSES, classOf, FACTS, type Facts, NO_CLASS } from "@/lib/reconciliation/classes";

const facts = fc.record(Object.fromEntries(FACTS.map((fact) => [fact, fc.boolean()]))) as fc.Arbitrary<Facts>;
const NONE = Object.fromEntries(FACTS.map((fact) => [fact, false])) as Facts;
const paid: Partial<Facts> = { hasOrder: true, isCompleted: true, isOrderInside: true };
const booked: Partial<Facts> = { hasLedger: true, isBooked: true, isLedgerInside: true };
const of = (...parts: Partial<Facts>[]) => classOf(Object.assign({ ...NONE }, ...parts));

test("each class has the case that it is named after", () => {
  expect(of(paid, booked, { isSame: true })).toBe("matched");
  expect(of(paid, booked)).toBe("amount_differs");
  expect(of(booked)).toBe("only_in_ledger");
  expect(of(paid)).toBe("only_at_service");
  expect(of(booked, { hasOrder: true, isSame: true })).toBe("credited_not_completed");
  expect(of(paid, { isDeposit: true })).toBe("completed_not_credited");
  expect(of(paid, { hasLedger: true, isLedgerInside: true, isSame: true })).toBe("completed_not_credited");
  expect(of(paid, booked, { isSame: true, isOrderInside: false })).toBe("across_cutoff");
  expect(of(paid, { isDeposit: true, isNearEnd: true })).toBe("across_cutoff");
  expect(of({ hasOrder: true })).toBeNull();
  // Booked by the ledger of another day, as it was completed or otherwise.
  expect(of(paid, { isDeposit: true, isJoinedElsewhere: true, isSame: true })).toBe("across_cutoff");
  expect(of(paid, { isDeposit: true, isJoinedElsewhere: true })).toBe("amount_differs");
  expect(of(paid, { hasLedger: true, isJoinedElsewhere: true, isSame: true })).toBe("across_cutoff");
  // What the day before left for this ledger concerns it, though both sides are of the day before.
  const left: Partial<Facts> = {
    hasOrder: true,
    isCompleted: true,
    isCarriedOver: true,
    hasLedger: true,
    isSame: true,
  };
  expect(of(left)).toBe("completed_not_credited");
  expect(of(left, { isBooked: true })).toBe("across_cutoff");
  expect(of(left, { isCarriedOver: false })).toBeNull();
});

test("the database is asked about facts in the order of their bits", () => {
  fc.assert(
    fc.property(facts, (given) => {
      const bits = FACTS.reduce((sum, fact, at) => sum + (given[fact] ? 2 ** at : 0), 0);
      const place = CLASS_BY_BITS[bits] ?? NO_CLASS;
      expect(place === NO_CLASS ? null : CLASSES[place]).toBe(classOf(given));
    }),
  );
});

test("money that one side alone counts is never called matched", () => {
  fc.assert(
    fc.property(facts, (given) => {
      const isOneSided = (given.hasLedger && given.isBooked) !== (given.hasOrder && given.isCompleted);
      return !isOneSided || classOf(given) !== "matched";
    }),
  );
});
