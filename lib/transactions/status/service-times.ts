import { tokyoDay } from "@/lib/time";
import { type EndedAtSource, isFinal, type Status } from "./status";
import type { Report, Verdict } from "./status-report";

/*
 * When an order was created and when it ended, as the service says it. The specification names no time of completion:
 * the `updatedAt` of the first answer with a final status is taken for it.
 */

/** Two clocks may differ by this: "within 5 minutes of server time" (merchant-payments-api.md, "Authentication"). */
const TOLERANCE_MS = 5 * 60_000;

/** A time from the service; null if it is impossible, as reports describe the past. */
function plausible(said: Date | null | undefined, learnedAt: Date, notBefore?: Date): Date | null {
  if (!said || said.getTime() > learnedAt.getTime() + TOLERANCE_MS) return null;
  return notBefore && said < notBefore ? null : said;
}

/** Creation time of an order of another system; without a stated one, when it was first recorded here. */
export const createdElsewhere = (said: Date | null | undefined, seenAt: Date): Date =>
  plausible(said, seenAt) ?? seenAt;

type Held = {
  status: Status | null;
  createdAt: Date;
  firstSeenAt: Date | null;
  endedAt: Date | null;
  endedAtSource: EndedAtSource | null;
  endKnownAt: Date | null;
};

type Ending = { endedAt: Date; endedAtSource: EndedAtSource; endKnownAt: Date };

/**
 * The end time that a believed report adds, if any. The first stated time stays: `updatedAt` may change later, and a
 * paid order must not move to another day.
 */
export function endingOf(held: Held, report: Report, verdict: Verdict, now: Date): Ending | null {
  if (!isFinal(report.status)) return null;
  const named = (learnedAt: Date) => plausible(report.updatedAt, learnedAt, knownCreation(held));
  if (verdict === "moved") {
    const at = named(now);
    return { endedAt: at ?? now, endedAtSource: at ? "service" : "learned", endKnownAt: now };
  }
  const isOpen = verdict === "same" && held.status === report.status && held.endedAtSource === "learned";
  const knownAt = isOpen ? held.endKnownAt : null;
  const at = knownAt && named(knownAt);
  if (!at) return null;
  // On the same day, the day's figures have had it since then. On another, they have it only now.
  const staysOnDay = held.endedAt !== null && tokyoDay(held.endedAt) === tokyoDay(at);
  return { endedAt: at, endedAtSource: "service", endKnownAt: staysOnDay ? knownAt : now };
}

/** Without a stated creation time, the order may have ended before it was first recorded. */
const knownCreation = ({ createdAt, firstSeenAt }: Held): Date | undefined =>
  firstSeenAt !== null && createdAt.getTime() === firstSeenAt.getTime() ? undefined : createdAt;
