/**
 * When a request that we lost sight of can be called not created. Two assumptions are the service's to keep: a
 * timestamp is checked before anything is created, and an accepted order is visible to /transactions within the margin.
 * All times are the service's own, from its `Date` headers. Where it never tells its time, its own rule stands in for
 * that, and the words of two people beside it; what our clock shows is never asked.
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

/**
 * It answers a question, too, only within five minutes of its timestamp (merchant-payments-api.md, "Authentication").
 * So one that it has answered was signed at most so much later than its clock shows: whoever is answered after that
 * knows that the request has expired, however the clocks stand.
 */
const surelyExpiredOf = (signedAt: Date) => new Date(expiryOf(signedAt).getTime() + TOLERANCE_MS);

/** So many people have to say that it was not created, where the service's clock does not say that it expired. */
const WORDS = 2;

/** Why a request was made on behalf of an order. */
export const PURPOSES = ["create", "look", "control"] as const;
export type Purpose = (typeof PURPOSES)[number];

/**
 * A question that was answered. A `look` asks about our order, and `found` is whether it was there; a `control` asks
 * what we know the answer to, and `found` proves that key, address and environment are the right ones.
 */
export type Question = {
  kind: Exclude<Purpose, "create">;
  found: boolean;
  serviceTime: Date | null;
  /** The timestamp that it was signed with. */
  askedAt: Date;
};

/** A person has it from the service, or from a bank, that it was not created. */
export type Word = { by: string; at: Date };

export type Missing =
  | "expiry"
  | "first look"
  | "second look"
  | "control"
  | "service clock"
  /** By the timestamps of what was answered it may not have expired yet. */
  | "sure expiry"
  | "first word"
  | "second word";

export type Absence =
  | { kind: "not created"; expiredAt: Date; looks: [Date, Date] }
  /** `clockRanBack`: what was gathered before the service's clock stepped back no longer counts. */
  | { kind: "not proven"; missing: Missing; expiresAt: Date; clockRanBack: boolean };

/** Nothing is missing any more but what people have to find out elsewhere. */
export const waitsForWord = (absence: Absence): boolean =>
  absence.kind === "not proven" && (absence.missing === "first word" || absence.missing === "second word");

type Timed = Question & { serviceTime: Date };

/** What the questions asked so far and the words of people, each oldest first, prove about a request signed then. */
export function absenceOf(signedAt: Date, questions: Question[], words: Word[] = []): Absence {
  if (questions.at(-1)?.serviceTime === null) return withoutClock(signedAt, questions, words);
  const told = questions.filter(isTimed);
  const counted = sinceLastStepBack(told);
  const clockRanBack = counted.length < told.length;

  const expiresAt = expiryOf(signedAt);
  const asked = counted.map(({ kind, found, serviceTime: at }) => ({ kind, found, at }));
  const late = asked.filter(({ at }) => at > expiresAt);
  const seen = late.length === 0 ? "expiry" : lookedInVain(late);
  return Array.isArray(seen)
    ? { kind: "not created", expiredAt: expiresAt, looks: seen }
    : { kind: "not proven", missing: seen, expiresAt, clockRanBack };
}

/**
 * The same where answers do not tell the service's time. That it refuses what is older than five minutes is what it
 * says of itself, and nobody has seen it do so: two people have to ask elsewhere, and after that it is looked for anew.
 */
function withoutClock(signedAt: Date, questions: Question[], words: Word[]): Absence {
  const expiresAt = surelyExpiredOf(signedAt);
  const without = (missing: Missing): Absence => ({ kind: "not proven", missing, expiresAt, clockRanBack: false });
  const late = questions.filter(({ askedAt }) => askedAt > expiresAt);
  // It tells its time now and then, and is held to that.
  if ((late.length === 0 ? questions : late).some(isTimed)) return without("service clock");
  if (late.length === 0) return without("sure expiry");

  const asked = late.map(({ kind, found, askedAt: at }) => ({ kind, found, at }));
  const before = lookedInVain(asked);
  if (!Array.isArray(before)) return without(before);
  const people = new Set(words.map(({ by }) => by)).size;
  if (people < WORDS) return without(people === 0 ? "first word" : "second word");
  const heardAt = Math.max(...words.map(({ at }) => at.getTime()));
  const after = lookedInVain(asked.filter(({ at }) => at.getTime() > heardAt));
  return Array.isArray(after) ? { kind: "not created", expiredAt: expiresAt, looks: after } : without(after);
}

type Asked = Pick<Question, "kind" | "found"> & { at: Date };

/** Two looks that found nothing, a minute apart, the second with a control of the same minute; or what is missing. */
function lookedInVain(asked: Asked[]): [Date, Date] | "first look" | "second look" | "control" {
  const absent = asked.filter(({ kind, found }) => kind === "look" && !found).map(({ at }) => at);
  const [first] = absent;
  if (!first) return "first look";
  const seconds = absent.filter((at) => apart(first, at) >= APART_MS);
  if (seconds.length === 0) return "second look";
  const controls = asked.filter(({ kind, found }) => kind === "control" && found);
  const second = seconds.find((one) => controls.some(({ at }) => apart(at, one) <= SAME_MINUTE_MS));
  return second ? [first, second] : "control";
}

const isTimed = (question: Question): question is Timed => question.serviceTime !== null;

const apart = (a: Date, b: Date) => Math.abs(a.getTime() - b.getTime());

function sinceLastStepBack(told: Timed[]): Timed[] {
  const steppedBack = told.findLastIndex(({ serviceTime }, index) => {
    const before = told[index - 1];
    return before !== undefined && before.serviceTime.getTime() - serviceTime.getTime() > BALANCED_MS;
  });
  return steppedBack < 0 ? told : told.slice(steppedBack);
}
