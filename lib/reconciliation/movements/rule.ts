import Big from "big.js";
import { absolute, compareAmounts, sameAmount } from "@/lib/money/amount";
import { formatTokyo, tokyoDay } from "@/lib/time";

/** Into the balance or out of it. */
export const DIRECTIONS = ["in", "out"] as const;
export type Direction = (typeof DIRECTIONS)[number];

export const AMOUNT_CONDITIONS = ["equal", "range", "multiple"] as const;
export type AmountCondition = (typeof AMOUNT_CONDITIONS)[number];

/** Which movements a rule names. All of it has to hold. */
export type RuleConditions = {
  currency: string;
  direction: Direction;
  condition: AmountCondition;
  /** Without a sign: the amount, the least of a range, or what it is a multiple of. */
  amount: string;
  /** The most of a range. */
  amountTo: string | null;
  /** From Monday to Friday. */
  onWeekdays: boolean;
  /** Times of day in Tokyo as `09:00`, both included, or null at any time. */
  timeFrom: string | null;
  timeTo: string | null;
};

type Movement = { currency: string; amount: string; from: Date; until: Date };

export const directionOf = (amount: string): Direction => (amount.startsWith("-") ? "out" : "in");

/** Whether a rule names a movement. Its whole span has to lie on one weekday, or within the times, where they are named. */
export function fitsRule(rule: RuleConditions, { currency, amount, from, until }: Movement): boolean {
  if (rule.currency !== currency || rule.direction !== directionOf(amount)) return false;
  if (!fitsAmount(rule, absolute(amount))) return false;
  const isTimed = rule.onWeekdays || rule.timeFrom !== null;
  if (isTimed && tokyoDay(from) !== tokyoDay(until)) return false;
  if (rule.onWeekdays && !isWeekday(tokyoDay(until))) return false;
  if (rule.timeFrom === null || rule.timeTo === null) return true;
  return formatTokyo(from, "clock") >= rule.timeFrom && formatTokyo(until, "clock") <= rule.timeTo;
}

function fitsAmount({ condition, amount: given, amountTo }: RuleConditions, amount: string): boolean {
  switch (condition) {
    case "equal":
      return sameAmount(amount, given);
    case "range":
      return compareAmounts(amount, given) >= 0 && amountTo !== null && compareAmounts(amount, amountTo) <= 0;
    case "multiple":
      return new Big(amount).mod(given).eq(0);
  }
}

const isWeekday = (day: string): boolean => {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  return weekday >= 1 && weekday <= 5;
};

/** The rule that names a movement: the oldest that fits, or none where rules that fit say different things. */
export function namingRule<R extends RuleConditions & { kind: string; number: number }>(
  rules: readonly R[],
  movement: Movement,
): R | null {
  const fitting = rules.filter((rule) => fitsRule(rule, movement)).toSorted((a, b) => a.number - b.number);
  const [first] = fitting;
  return first && fitting.every(({ kind }) => kind === first.kind) ? first : null;
}
