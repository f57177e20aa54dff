/**
 * When a request that we lost sight of can be called not created. Two assumptions are the service's to keep: a
 * timestamp is checked before anything is created, and an accepted order is visible to /transactions within the margin.
 * All times are the service's own, from its `Date` headers; ours is never asked.
 */

/** "timestamp … must be within 5 minutes of server time" (merchant-payments-api.md, "Authentication"). */
const TOLERANCE_MS = 300_000;
/** For a request that was already inside when its time ran out. */
const IN_FLIGHT_MS = 30_000;
/** Two looks closer together than this are one look. */
const APART_MS = 60_000;
/** A control stands for a look of the same minute. */
const SAME_MINUTE_MS = 60_000;
/** The header has whole seconds, and servers behind one address need not agree to the second. */
const BALANCED_MS = 2_000;

/** From then on, by its own clock, the service refuses the request. */
export const expiryOf = (signedAt: Date) => new Date(signedAt.getTime() + TOLERANCE_MS + IN_FLIGHT_MS);

/** Why a request was made on behalf of an order. */
export const PURPOSES = ["create", "look", "control"] as const;
export type Purpose = (typeof PURPOSES)[number];

/**
 * A question that was answered. A `look` asks about our order, and `found` is whether it was there; a `control` asks
 * what we know the answer to, and `found` proves that key, address and environment are the right ones.
 */
export type Question = { kind: Exclude<Purpose, "create">; found: boolean; serviceTime: Date | null };

export type Missing = "expiry" | "first look" | "second look" | "control" | "service clock";

export type Absence =
  | { kind: "not created"; expiredAt: Date; looks: [Date, Date] }
  /** `clockRanBack`: what was gathered before the service's clock stepped back no longer counts. */
  | { kind: "not proven"; missing: Missing; clockRanBack: boolean };

type Timed = Question & { serviceTime: Date };

/** What the questions asked so far, oldest first, prove about a request signed at `signedAt`. */
export function absenceOf(signedAt: Date, questions: Question[]): Absence {
  const told = questions.filter((question): question is Timed => question.serviceTime !== null);
  const counted = sinceLastStepBack(told);
  const clockRanBack = counted.length < told.length;
  const without = (missing: Missing): Absence => ({ kind: "not proven", missing, clockRanBack });
  if (questions.at(-1)?.serviceTime === null) return without("service clock");

  const expiredAt = expiryOf(signedAt);
  const late = counted.filter(({ serviceTime }) => serviceTime > expiredAt);
  if (late.length === 0) return without("expiry");

  const absent = late.filter(({ kind, found }) => kind === "look" && !found).map(({ serviceTime }) => serviceTime);
  const [first] = absent;
  if (!first) return without("first look");
  const seconds = absent.filter((at) => apart(first, at) >= APART_MS);
  if (seconds.length === 0) return without("second look");

  const controls = late.filter(({ kind, found }) => kind === "control" && found);
  const second = seconds.find((at) => controls.some(({ serviceTime }) => apart(serviceTime, at) <= SAME_MINUTE_MS));
  return second ? { kind: "not created", expiredAt, looks: [first, second] } : without("control");
}

const apart = (a: Date, b: Date) => Math.abs(a.getTime() - b.getTime());

function sinceLastStepBack(told: Timed[]): Timed[] {
  const steppedBack = told.findLastIndex(({ serviceTime }, index) => {
    const before = told[index - 1];
    return before !== undefined && before.serviceTime.getTime() - serviceTime.getTime() > BALANCED_MS;
  });
  return steppedBack < 0 ? told : told.slice(steppedBack);
}
