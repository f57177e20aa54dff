import { z } from "zod";
import { line, tokyoDayText } from "@/lib/fields";
import { isZero } from "@/lib/money/amount";

/** A day of the calendar in Tokyo, as `2026-11-21`. */
const tokyoDayInput = z.object({ day: tokyoDayText });

/** `reason`: why the day is closed although a figure of it does not add up. */
export const closeInput = tokyoDayInput.extend({ reason: line(500).optional() });

/** Amounts are decimal strings of one currency. */
export type Sum = { count: number; amount: string };
export type Settled = Sum & { fees: string; net: string };

/** A balance at an edge of the day. `asOf` is when it was last said before that edge, ISO 8601. */
export type EdgeBalance = { available: string; ledger: string; asOf: string };

/** One currency's day. */
export type DayFigures = {
  currency: string;
  /** Null where the service had not been asked by then. */
  opening: EdgeBalance | null;
  closing: EdgeBalance | null;
  /** Completed on the day, by when it was learned here; `net` is what it added to or took from the balance. */
  deposits: Settled;
  withdrawals: Settled;
  /** Created by the end of the day and not settled by then. */
  depositsInFlight: Sum;
  withdrawalsInFlight: Sum;
  /** Nobody knows whether the service has them. */
  unknown: Sum;
  /** Two records that cannot both be true; a person has to decide. */
  contradictions: number;
  /** The opening ledger plus what came in minus what went out; null without an opening balance. */
  expectedLedger: string | null;
  /** What the closing ledger says beyond that: what does not add up. Null where either is not known. */
  difference: string | null;
};

export const addsUp = (figures: readonly DayFigures[]): boolean =>
  figures.every(({ difference }) => difference === null || isZero(difference));

/** What is frozen when a day is closed, in this order, as JSON. */
export type DayDocument = {
  environment: string;
  day: string;
  closedAt: string;
  closedBy: string;
  figures: DayFigures[];
  /** Given where the figures did not add up. */
  reason?: string;
};

export type DayView = {
  day: string;
  /** Its last moment has passed. */
  isOver: boolean;
  /** Records begin on this day or before it. Only such a day can be closed. */
  isKnown: boolean;
  /** As they are now. */
  figures: DayFigures[];
  /** As they were when the day was closed; null while it is open. */
  closed: {
    at: string;
    by: string;
    hash: string;
    isIntact: boolean;
    reason: string | null;
    figures: DayFigures[];
  } | null;
  /** Orders of the day that came to an end after it was closed. */
  settledSince: { referenceId: string; status: string; amount: string; currency: string; at: string }[];
};

export type DayRow = { day: string; isOver: boolean; closed: { at: string; by: string; hash: string } | null };

export type CloseProblem =
  | { kind: "reason_needed" }
  | { kind: "not over yet" }
  | { kind: "before the records" }
  | { kind: "closed already" };
