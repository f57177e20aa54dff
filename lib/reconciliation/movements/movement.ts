import { type Amount, addAmounts, sameAmount, subtractAmounts } from "@/lib/money/amount";

/** What a person can name a movement that no order explains. */
export const MOVEMENT_KINDS = ["top_up", "bank_settlement", "fee", "adjustment", "other"] as const;
export type MovementKind = (typeof MOVEMENT_KINDS)[number];

/** `explained`: orders that became known later explain it. */
export const MOVEMENT_STATES = ["unnamed", "named", "explained"] as const;
export type MovementState = (typeof MOVEMENT_STATES)[number];

/** The parts of the address of the list; the movement that is open beside it is another. */
export const MOVEMENTS_ADDRESS = ["state", "kind", "currency", "from", "to", "q", "after", "before"] as const;
export const MOVEMENT_OPENED = "movement";

/**
 * One answer about a balance: what the ledger was, and what orders moved since the point before. `until`: where the
 * ledger was the same since then, the moment of the first of these orders.
 */
export type BalancePoint = { at: Date; ledger: Amount; moved: Amount; until?: Date | null };

/** A change of the ledger between two answers, in sum, beyond what orders moved. */
export type FoundMovement = { from: Date; until: Date; amount: Amount };

/**
 * A difference has to last so long. The time of an order and that of its effect on the balance lie seconds apart, and an
 * order whose callback was lost is learned by a status check.
 */
const CALM_MS = 10 * 60_000;

type Level = { value: Amount; last: Date };

/**
 * The movements that the orders do not explain, in their order. `calm`: between which moments that is known for certain;
 * what comes later has not lasted long enough, and null says that nothing did.
 */
export function movementsOf(points: readonly BalancePoint[]): {
  calm: { from: Date; until: Date } | null;
  movements: FoundMovement[];
} {
  const movements: FoundMovement[] = [];
  let orders: Amount = "0";
  let level: Level | null = null;
  let from: Date | null = null;
  let candidate: { value: Amount; since: Date } | null = null;
  /** The difference is still the same at that moment. */
  const lasts = (at: Date) => {
    if (candidate === null) {
      if (level) level.last = at;
      return;
    }
    if (at.getTime() - candidate.since.getTime() < CALM_MS) return;
    if (level) {
      const amount = subtractAmounts(candidate.value, level.value);
      movements.push({ from: level.last, until: candidate.since, amount });
    } else from = candidate.since;
    level = { value: candidate.value, last: at };
    candidate = null;
  };
  for (const { at, ledger, moved, until } of points) {
    if (until) lasts(until);
    orders = addAmounts(orders, moved);
    const rest = subtractAmounts(ledger, orders);
    if (isAt(level, rest)) candidate = null;
    else if (candidate === null || !sameAmount(candidate.value, rest)) candidate = { value: rest, since: at };
    lasts(at);
  }
  return { calm: calmOf(from, level), movements };
}

const isAt = (level: Level | null, rest: Amount) => level !== null && sameAmount(level.value, rest);
const calmOf = (from: Date | null, level: Level | null) => from && level && { from, until: level.last };

/** Whether two findings are one movement: the same amount at times that touch. */
export const isSameMovement = (a: FoundMovement, b: FoundMovement): boolean =>
  sameAmount(a.amount, b.amount) && a.from <= b.until && b.from <= a.until;
