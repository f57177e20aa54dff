import { z } from "zod";
import type { ProposalFacts } from "@/lib/auth/proposal";
import type { ProofNeeded } from "@/lib/auth/step-up";
import { reasonText, shownAmount, shownCurrency, tokyoDayText } from "@/lib/fields";
import { isZero } from "@/lib/money/amount";
import type { MovementSum } from "@/lib/reconciliation/movements/schema";
import type { DayReconciliation } from "@/lib/reconciliation/schema";

/** A day of the calendar in Tokyo, as `2026-11-21`. */
export const oneDay = z.object({ day: tokyoDayText });

const difference = z.object({ currency: shownCurrency, difference: shownAmount });
/** What does not add up in a currency. */
export type Difference = z.output<typeof difference>;

/** `reason`: why the day is closed although a figure of it does not add up. `seen`: the differences on screen that it is about. */
export const closeInput = oneDay.extend({
  reason: reasonText.optional(),
  seen: z.array(difference).max(50).optional(),
});
export type CloseInput = z.output<typeof closeInput>;

export const reopenInput = oneDay.extend({ reason: reasonText });

/** What takes two people. `differences`: what did not add up when it was proposed to close; empty to reopen. */
export type DayChange = { change: "close" | "reopen"; reason: string; differences: Difference[] };

/** Amounts are decimal strings of one currency. */
export type Sum = { count: number; amount: string };
/** `late`: what of it was not known yet when the day ended; absent where there is none. */
export type Completed = Sum & { fees: string; net: string; late?: { count: number; net: string } };

/** A balance at an edge of the day. `asOf` is when it was last said before that edge, ISO 8601. */
export type EdgeBalance = {
  available: string;
  ledger: string;
  asOf: string;
  /**
   * Paid after that answer and before the edge: counted on the day that ends there, and in the ledger of the next answer.
   * `net` is what it added to the balance. Absent where there is none, and where the answer is too old.
   */
  paidAfter?: { count: number; net: string };
};

/** One currency's day. */
export type DayFigures = {
  currency: string;
  /** Null where the service had not been asked by then. */
  opening: EdgeBalance | null;
  closing: EdgeBalance | null;
  /**
   * Paid on the day as the service says, or learned on it where the service names no time; `net` is what it added to or
   * took from the balance.
   */
  deposits: Completed;
  withdrawals: Completed;
  /** Created by the end of the day and not completed by then. */
  depositsInFlight: Sum;
  withdrawalsInFlight: Sum;
  /** Orders with an unknown outcome. */
  unknown: Sum;
  /** Two records that cannot both be true; a person has to decide. */
  discrepancies: number;
  /** What the ledger should be in the closing answer, by the opening one and what was paid between; null without an opening one. */
  expectedLedger: string | null;
  /** What the closing ledger says beyond that: what does not add up. Null where either is not known. */
  difference: string | null;
};

/** The currencies that do not add up, and by how much. */
export const differencesOf = (figures: readonly DayFigures[]): Difference[] =>
  figures.flatMap(({ currency, difference }) =>
    difference === null || isZero(difference) ? [] : [{ currency, difference }],
  );

/** The currencies of which a balance at an edge of the day is not known. */
export const notKnownOf = (figures: readonly DayFigures[]): string[] =>
  figures.flatMap(({ currency, difference }) => (difference === null ? [currency] : []));

export const areSameDifferences = (one: readonly Difference[], other: readonly Difference[]): boolean =>
  amountsOf(one) === amountsOf(other);
const amountsOf = (all: readonly Difference[]) =>
  all.map(({ currency, difference }) => `${currency} ${difference}`).join();

/** What is frozen when a day is closed, in this order, as JSON. */
export type DayDocument = {
  environment: string;
  day: string;
  /** From 1; each reopening makes the next one. */
  version: number;
  closedAt: string;
  closedBy: string;
  figures: DayFigures[];
  /** Given where the figures did not add up. */
  reason?: string;
  /** Given where that took a second person: then `closedBy` confirmed what this one proposed. */
  proposedBy?: string;
  /** What the ledger of the day, or of several days with it, said, with the open exceptions; absent where none was reconciled. */
  reconciliation?: DayReconciliation;
  /** What moved the balance and no order explains, by currency and name; absent where nothing did. */
  movements?: MovementSum[];
};

export type DayProposal = ProposalFacts & DayChange;

/** What other users can change of a day: the hash of the close in force, and the proposal that waits. */
export type DayStanding = { closed: string | null; proposed: string | null };

/** A close that was taken back. */
export type EarlierClose = {
  version: number;
  hash: string;
  at: string;
  by: string;
  figures: DayFigures[];
  reopened: { at: string; proposedBy: string; confirmedBy: string; reason: string };
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
    proposedBy: string | null;
    figures: DayFigures[];
    reconciliation: DayReconciliation | null;
    movements: MovementSum[];
  } | null;
  /** As it is now. */
  reconciliation: DayReconciliation | null;
  movements: MovementSum[];
  proposal: DayProposal | null;
  /** Closes that were taken back, oldest first. */
  earlier: EarlierClose[];
  /** Paid on the day, and not known yet when the day ended. `paidAt`, `learnedAt`: ISO 8601. */
  learnedLate: {
    referenceId: string;
    type: string;
    currency: string;
    net: string;
    paidAt: string;
    learnedAt: string;
    /** It was known only after the close. Whether its figures have it, `knownSinceClose` says. */
    isSinceClose: boolean;
  }[];
  /** Paid on the day and not in the figures of the close, in sum. `count` is 0 where amounts or fees alone have changed. */
  knownSinceClose: { currency: string; type: string; count: number; net: string }[];
  /** Other orders of the day that came to an end after it was closed. */
  settledSince: { referenceId: string; status: string; amount: string; currency: string; at: string }[];
  /** Whether these two have more orders than are given here. */
  hasMore: { learnedLate: boolean; settledSince: boolean };
};

/** A close in one line: how many orders of all currencies were paid, and what did not add up. */
export type CloseRow = {
  at: string;
  by: string;
  hash: string;
  deposits: number;
  withdrawals: number;
  differences: Difference[];
  /** The currencies of which it is not known whether they add up. */
  notKnown: string[];
};

/** `proposed`: the change that waits for a second user. */
export type DayRow = {
  day: string;
  isOver: boolean;
  closed: CloseRow | null;
  proposed: DayProposal["change"] | null;
};

/** `open`: over and not closed. `unlisted`: how many of these are too old for the list. */
export type DayCounts = { open: number; closed: number; oldestOpen: string | null; unlisted: number };

export type CloseProblem =
  | ProofNeeded
  | { kind: "reason_needed" | "not_over_yet" | "before_the_records" | "another_proposal_is_open" | "closed_already" }
  /** What does not add up is not what was on screen, and what the reason is about. */
  | { kind: "changed_since_shown" };

/** `confirming`: what does not add up is too much for one person, and waits for another. */
export type Closed = { kind: "closed"; hash: string } | { kind: "confirming"; proposalId: string };

export type ReopenProblem = { kind: "not_closed" } | { kind: "another_proposal_is_open" };
