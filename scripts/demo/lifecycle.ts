import type { Status } from "@/sandbox/orders/status";
import { UNLISTED_BANK } from "./banks";
import { isLateInDay } from "./calendar";
import { type DemoOrder, later } from "./order";
import type { Random } from "./random";

/** What becomes of an order at the service, and after how many seconds. */
type End = { to: Status; afterS: number };

type Sent = {
  at: Date;
  answer?: "created" | "server_error";
  ends: End[];
  /** From then on the service signs its callbacks. */
  signedFrom: Date;
};

/** The request leaves, the service makes the order, and it runs its course. */
export function send(order: DemoOrder, random: Random, { at, answer = "created", ends, signedFrom }: Sent): DemoOrder {
  const claimedAt = later(at, random.between(0.3, 1.4));
  const placedAt = later(claimedAt, random.between(0.05, 0.16));
  const answeredAt = later(placedAt, random.between(0.06, answer === "created" ? 0.5 : 9));
  const sent: DemoOrder = { ...order, attempt: { claimedAt, answeredAt, answer }, placedAt };
  const checks = answer === "created" ? [] : [later(answeredAt, 4.2)];
  if (answer === "created" && random.chance(0.06)) checks.push(later(answeredAt, random.between(4, 6)));
  let moved = { ...sent, checks };
  for (const end of ends) moved = move(moved, random, { ...end, signedFrom });
  return moved;
}

function move(order: DemoOrder, random: Random, { to, afterS, signedFrom }: End & { signedFrom: Date }): DemoOrder {
  const before = order.moves.at(-1)?.at ?? order.checks.at(-1) ?? order.attempt?.answeredAt ?? order.requestedAt;
  const at = later(before, afterS);
  if (to !== "COMPLETED" && to !== "FAILED") {
    // The service calls for these two only; anything else is found by asking.
    const knownAt = later(at, random.between(40, 900));
    return { ...order, moves: [...order.moves, { to, at, knownAt }], checks: [...order.checks, knownAt] };
  }
  const calledAt = later(at, random.between(0.2, 1.5));
  const isSigned = calledAt >= signedFrom;
  const calls = [{ at: calledAt, status: to, isSigned }];
  if (random.chance(0.03)) calls.push({ at: later(calledAt, random.between(1, 20)), status: to, isSigned });
  const knownAt = isSigned ? calledAt : later(calledAt, random.between(0.4, 0.9));
  return {
    ...order,
    moves: [...order.moves, { to, at, knownAt }],
    calls: [...order.calls, ...calls],
    checks: isSigned ? order.checks : [...order.checks, knownAt],
  };
}

/** The service does not take it, for its bank. */
export function refuse(order: DemoOrder, random: Random, at: Date): DemoOrder {
  const claimedAt = later(at, random.between(0.3, 1.4));
  return {
    ...order,
    party: { ...order.party, ...UNLISTED_BANK },
    attempt: { claimedAt, answeredAt: later(claimedAt, random.between(0.08, 0.4)), answer: "refused" },
  };
}

const SHIFT_MS = 4 * 60_000;

/** The same some minutes later where money would move in the last ones of a day. */
export function clearOfMidnight(order: DemoOrder): DemoOrder {
  let moved = order;
  for (let tries = 0; tries < 10 && movements(moved).some(isLateInDay); tries += 1) moved = shifted(moved, SHIFT_MS);
  return moved;
}

const movements = ({ placedAt, moves }: DemoOrder) => [
  ...(placedAt ? [placedAt] : []),
  ...moves.flatMap(({ at, knownAt }) => [at, knownAt]),
];

/** Every time of it so much later. */
function shifted<T>(value: T, ms: number): T {
  if (value instanceof Date) return new Date(value.getTime() + ms) as T;
  if (Array.isArray(value)) return value.map((one) => shifted(one, ms)) as T;
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, shifted(one, ms)])) as T;
}

/** As it stands at a moment: what comes after has not happened. Null where it was not requested by then. */
export function asOf(order: DemoOrder, now: Date): DemoOrder | null {
  const at = later(now, -5);
  if (order.requestedAt > later(at, -45)) return null;
  const isPast = (one: { at: Date }) => one.at <= at;
  const moves = order.moves.filter(({ knownAt }) => knownAt <= at);
  const hasLeft = order.attempt !== null && order.attempt.claimedAt <= later(at, -15);
  const ended = order.ended !== null && isPast(order.ended) ? order.ended : null;
  return {
    ...order,
    moves,
    ended,
    attempt: hasLeft ? order.attempt : null,
    placedAt: hasLeft ? order.placedAt : null,
    decided: order.decided.filter(isPast),
    calls: order.calls.filter((call) => isPast(call) && moves.length === order.moves.length),
    checks: order.checks.filter((look) => look <= at),
    notes: order.notes.filter(isPast),
    dismissed: order.dismissed && isPast(order.dismissed) ? order.dismissed : null,
    notCreatedAt: order.notCreatedAt && order.notCreatedAt <= at ? order.notCreatedAt : null,
  };
}
