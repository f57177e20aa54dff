import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type BalancePoint, movementsOf } from "@/lib/reconciliation/movements/movement";
import { fitsRule, namingRule, type RuleConditions } from "@/lib/reconciliation/movements/rule";

const MINUTE = 60_000;
const at = (minutes: number) => new Date(Date.UTC(2026, 10, 24) + minutes * MINUTE);
const point = (minutes: number, ledger: number, moved = 0): BalancePoint => ({
  ...{ at: at(minutes), ledger: String(ledger), moved: String(moved) },
});

describe("movements that no order explains", () => {
  test("a top-up between two answers has their span and its amount", () => {
    const { movements } = movementsOf([point(0, 100), point(30, 100), point(31, 1_100), point(60, 1_100)]);
    expect(movements).toEqual([{ from: at(30), until: at(31), amount: "1000" }]);
  });

  test("what orders moved is no movement, and is taken off one beside it", () => {
    const { movements } = movementsOf([
      ...[point(0, 100), point(20, 100), point(21, 90, -10), point(40, 90)],
      ...[point(41, 1_080, -10), point(60, 1_080)],
    ]);
    expect(movements).toEqual([{ from: at(40), until: at(41), amount: "1000" }]);
  });

  test("an order that counts on the other side of an answer is no movement", () => {
    const { movements } = movementsOf([
      ...[point(0, 100), point(20, 100), point(21, 90), point(22, 90, -10), point(50, 90)],
    ]);
    expect(movements).toEqual([]);
  });

  test("a level counts up to the first order of a long stretch", () => {
    const { movements } = movementsOf([
      ...[point(0, 100), point(20, 100), point(21, 600), { ...point(60, 600, 5), until: at(59) }],
      ...[point(61, 605), point(90, 605)],
    ]);
    expect(movements).toEqual([{ from: at(20), until: at(21), amount: "500" }]);
  });

  test("a difference that has not lasted is left for the next scan", () => {
    const points = [point(0, 100), point(20, 100), point(21, 500), point(25, 500)];
    expect(movementsOf(points)).toEqual({ calm: { from: at(0), until: at(20) }, movements: [] });
    expect(movementsOf([]).calm).toBeNull();
  });

  test("planted movements are found between any orders, at each moment that an order may count at", () => {
    const event = fc.record({ order: fc.integer({ min: -9, max: 9 }), skews: fc.boolean() });
    const planted = fc.array(fc.tuple(fc.array(event, { maxLength: 6 }), fc.integer({ min: -5, max: 5 })), {
      maxLength: 8,
    });
    fc.assert(
      fc.property(planted, (stretches) => {
        let [clock, ledger, owed] = [0, 0, 0];
        const points: BalancePoint[] = [];
        const say = (moved: number) => points.push(point(clock, ledger, moved));
        const rest = () => {
          clock += 1;
          say(owed);
          owed = 0;
          clock += 15;
          say(0);
        };
        rest();
        for (const [orders, amount] of stretches) {
          for (const { order, skews } of orders) {
            clock += 1;
            ledger += order;
            say(owed + (skews ? 0 : order));
            owed = skews ? order : 0;
          }
          rest();
          clock += 1;
          ledger += amount * 1_000;
          say(0);
          rest();
        }
        const expected = stretches.flatMap(([, amount]) => (amount === 0 ? [] : String(amount * 1_000)));
        expect(movementsOf(points).movements.map(({ amount }) => amount)).toEqual(expected);
      }),
    );
  });
});

const RULE: RuleConditions & { kind: string; number: number } = {
  ...{ currency: "JPY", direction: "in", condition: "multiple", amount: "1000000", amountTo: null },
  ...{ onWeekdays: true, timeFrom: "09:00", timeTo: "15:00", kind: "top_up", number: 1 },
};
/** Tuesday, 24 November 2026, 10:00 in Tokyo. */
const MOVED = { currency: "JPY", amount: "3000000", from: at(60), until: at(61) };

describe("a rule", () => {
  test("names only what fits in every respect", () => {
    expect(fitsRule(RULE, MOVED)).toBe(true);
    for (const other of [
      ...[{ currency: "THB" }, { amount: "-3000000" }, { amount: "3000001" }],
      // Saturday; before nine; over midnight.
      { from: at(4 * 1_440 + 60), until: at(4 * 1_440 + 61) },
      ...[{ from: at(-5) }, { from: at(60 - 1_440) }],
    ])
      expect(fitsRule(RULE, { ...MOVED, ...other })).toBe(false);
    expect(fitsRule({ ...RULE, condition: "equal", amount: "3000000.0" }, MOVED)).toBe(true);
    expect(fitsRule({ ...RULE, condition: "range", amount: "1", amountTo: "3000000" }, MOVED)).toBe(true);
    expect(fitsRule({ ...RULE, condition: "range", amount: "1", amountTo: "2999999" }, MOVED)).toBe(false);
  });

  test("of those that fit the oldest names it, and none where they differ", () => {
    const second = { ...RULE, number: 2 };
    expect(namingRule([second, RULE], MOVED)?.number).toBe(1);
    expect(namingRule([RULE, { ...second, kind: "fee" }], MOVED)).toBeNull();
    expect(namingRule([{ ...RULE, amount: "7" }], MOVED)).toBeNull();
  });
});
