/**
 * When a lost request counts as not created. Two assumptions concern the service: a timestamp is checked before
 * anything is created, and an accepted order is visible to /transactions within the margin. No single clock is trusted
 * for the expiry: three must agree, and each can only delay it.
 */

/** "timestamp … must be within 5 minutes of server time" (merchant-payments-api.md, "Authentication"). */
const TOLERANCE_MS = 300_000;
/** For a request that the service was still processing at its expiry. */
const IN_FLIGHT_MS = 30_000;
/** Status checks closer together than this count as one. */
const APART_MS = 60_000;
/** A control query counts for a status check of the same minute. */
const SAME_MINUTE_MS = 60_000;
/** The header has whole seconds, and servers of one address may differ by a second. */
const BALANCED_MS = 2_000;
/** Maximum difference and drift between the service's `Date` and our clock. */
const DRIFT_MS = 30_000;

/** From this time on its own clock, the service refuses the request. */
export const expiryOf = (signedAt: Date) => new Date(signedAt.getTime() + TOLERANCE_MS + IN_FLIGHT_MS);

/** The latest time at which an accepted request that left by then was signed: a clock may be ahead. */
export const latestSignatureAt = (sentUntil: Date) => new Date(sentUntil.getTime() + TOLERANCE_MS);

/**
 * The service accepts a status check only within five minutes of its timestamp. An answered check signed after this
 * time proves that the accepting clock has passed the expiry, independent of `Date` and our clock.
 */
export const surelyExpiredOf = (signedAt: Date) => new Date(expiryOf(signedAt).getTime() + TOLERANCE_MS);

/** From then on, a status check proves that nothing will be accepted that a database sent which was lost before `until`. */
export const lostRequestsExpireAt = (until: Date) => surelyExpiredOf(latestSignatureAt(until));

/** Confirmations needed if the service's clock does not prove the expiry. */
const WORDS = 2;

/** Why a request was made on behalf of an order. */
export const PURPOSES = ["create", "status_check", "control"] as const;
export type Purpose = (typeof PURPOSES)[number];

/** A reading of one process's monotonic clock. Those of two processes cannot be compared. */
export type Reading = { process: string; ms: number };

/** `endedAt`: when the last byte had left, on our monotonic clock; null if the sending process was killed. */
export type LostRequest = { signedAt: Date; endedAt: Reading | null };

/**
 * A question that was answered. A `status_check` asks about our order, and `found` is whether it was there; a `control` asks
 * what we know the answer to, and `found` proves that key, address and environment are the right ones.
 */
export type Question = {
  kind: Exclude<Purpose, "create">;
  found: boolean;
  serviceTime: Date | null;
  /** The signed timestamp. */
  askedAt: Date;
  /** On our monotonic clock; null if the request may still have been leaving. */
  reading: Reading | null;
};

/** A user learned from the service or a bank that it was not created. */
export type AttestedAt = { by: string; at: Date };

/**
 * The clocks that must confirm the expiry: the service's stated time, our monotonic clock, and the accepting clock as
 * shown by the timestamps of answered checks.
 */
export const CLOCKS = ["service", "own", "accepting"] as const;
export type Clock = (typeof CLOCKS)[number];

export type Missing =
  | "expiry"
  | "first_look"
  | "second_look"
  | "control"
  | "service_clock"
  | "first_word"
  | "second_word";

export type NotProven = {
  kind: "not_proven";
  missing: Missing;
  expiresAt: Date;
  /** Earlier evidence is void: the service's clock ran backwards. */
  clockRanBack: boolean;
  /** If `missing` is "expiry": the clocks that did not confirm it at the latest check. */
  clocks: Clock[];
};
export type NonCreation = { kind: "not_created"; expiredAt: Date; checks: [Date, Date] } | NotProven;

/** Only confirmations of users are missing. */
export const awaitsAttestation = (nonCreation: NonCreation): boolean =>
  nonCreation.kind === "not_proven" && (nonCreation.missing === "first_word" || nonCreation.missing === "second_word");

type Timed = Question & { serviceTime: Date };

/** What the status checks and confirmations, each oldest first, prove about a lost request. */
export function nonCreationOf(request: LostRequest, questions: Question[], words: AttestedAt[] = []): NonCreation {
  if (questions.at(-1)?.serviceTime === null) return withoutClock(request, questions, words);
  const timed = questions.filter(isTimed);
  const counted = sinceLastStepBack(timed);
  const clockRanBack = counted.length < timed.length;

  const waiting = clocksWaitedFor(request, questions);
  const expiresAt = surelyExpiredOf(request.signedAt);
  const late = counted.filter((one) => waiting(one).length === 0);
  const seen = late.length === 0 ? "expiry" : lookedInVain(late);
  if (Array.isArray(seen)) {
    const [first, second] = seen;
    return { kind: "not_created", expiredAt: expiresAt, checks: [first.serviceTime, second.serviceTime] };
  }
  const last = counted.at(-1);
  const clocks = seen !== "expiry" ? [] : last ? waiting(last) : [...CLOCKS];
  return { kind: "not_proven", missing: seen, expiresAt, clockRanBack, clocks };
}

/**
 * The same where responses do not state the service's time. The five-minute limit is then only documented, not
 * observed: two users must confirm elsewhere, and a new status check follows.
 */
function withoutClock(request: LostRequest, questions: Question[], words: AttestedAt[]): NonCreation {
  const expiresAt = surelyExpiredOf(request.signedAt);
  const without = (missing: Missing, clocks: Clock[] = []): NonCreation => ({
    ...{ kind: "not_proven", missing, expiresAt, clockRanBack: false, clocks },
  });
  const waiting = clocksWaitedFor(request, questions);
  const late = questions.filter((one) => waiting(one).length === 0);
  // It states its time at least sometimes, so that is required.
  if ((late.length === 0 ? questions : late).some(isTimed)) return without("service_clock");
  const last = questions.at(-1);
  if (late.length === 0 || !last) return without("expiry", last && waiting(last));

  const before = lookedInVain(late);
  if (!Array.isArray(before)) return without(before);
  const users = new Set(words.map(({ by }) => by)).size;
  if (users < WORDS) return without(users === 0 ? "first_word" : "second_word");
  const heardAt = Math.max(...words.map(({ at }) => at.getTime()));
  const after = lookedInVain(late.filter(({ askedAt }) => askedAt.getTime() > heardAt));
  if (!Array.isArray(after)) return without(after);
  return { kind: "not_created", expiredAt: expiresAt, checks: [after[0].askedAt, after[1].askedAt] };
}

/** The clocks that did not confirm the expiry at this check. */
function clocksWaitedFor({ signedAt, endedAt }: LostRequest, questions: Question[]): (one: Question) => Clock[] {
  const statedExpiry = expiryOf(signedAt);
  const accepting = surelyExpiredOf(signedAt);
  const ownMs = TOLERANCE_MS + IN_FLIGHT_MS + (isReliable(questions) ? 0 : TOLERANCE_MS);
  return ({ serviceTime, askedAt, reading }) => {
    const waited = {
      service: serviceTime !== null && serviceTime <= statedExpiry,
      own: runMs(endedAt, questions, reading) < ownMs,
      accepting: askedAt <= accepting,
    };
    return CLOCKS.filter((clock) => waited[clock]);
  };
}

/** The service's clock is near ours in each answer, and neither has moved against the other. */
function isReliable(questions: Question[]): boolean {
  const ahead = questions.filter(isTimed).map((one) => one.serviceTime.getTime() - one.askedAt.getTime());
  if (ahead.length < questions.length) return false;
  return ahead.every((ms) => Math.abs(ms) <= DRIFT_MS) && Math.max(...ahead) - Math.min(...ahead) <= DRIFT_MS;
}

/**
 * Minimum time since the last byte left, on our monotonic clock. Another process than the sender, or one after a
 * restart, counts from its own first status check, which came later.
 */
function runMs(endedAt: Reading | null, questions: Question[], now: Reading | null): number {
  if (now === null) return 0;
  if (endedAt?.process === now.process) return now.ms - endedAt.ms;
  const own = questions.flatMap(({ reading }) => (reading?.process === now.process ? [reading.ms] : []));
  return now.ms - Math.min(...own);
}

/**
 * Two status checks that found nothing, a minute apart, the second with a control query in the same minute; or what is
 * missing.
 */
function lookedInVain<Q extends Question>(asked: Q[]): [Q, Q] | "first_look" | "second_look" | "control" {
  const absent = asked.filter(({ kind, found }) => kind === "status_check" && !found);
  const [first] = absent;
  if (!first) return "first_look";
  const seconds = absent.filter((one) => Math.min(...gaps(first, one)) >= APART_MS);
  if (seconds.length === 0) return "second_look";
  const controls = asked.filter(({ kind, found }) => kind === "control" && found);
  const second = seconds.find((one) => controls.some((control) => Math.max(...gaps(control, one)) <= SAME_MINUTE_MS));
  return second ? [first, second] : "control";
}

/** The time between two checks, by each clock that was read at both. */
function gaps(a: Question, b: Question): number[] {
  const between = [a.askedAt.getTime() - b.askedAt.getTime()];
  if (isTimed(a) && isTimed(b)) between.push(a.serviceTime.getTime() - b.serviceTime.getTime());
  if (a.reading && b.reading && a.reading.process === b.reading.process) between.push(a.reading.ms - b.reading.ms);
  return between.map(Math.abs);
}

const isTimed = (question: Question): question is Timed => question.serviceTime !== null;

function sinceLastStepBack(timed: Timed[]): Timed[] {
  const steppedBack = timed.findLastIndex(({ serviceTime }, index) => {
    const before = timed[index - 1];
    return before !== undefined && before.serviceTime.getTime() - serviceTime.getTime() > BALANCED_MS;
  });
  return steppedBack < 0 ? timed : timed.slice(steppedBack);
}
