import type { StoppedBatch } from "@/lib/batches/schema";
import type { ForgedView } from "@/lib/callbacks/signature-policy";
import type { DisagreementsView } from "@/lib/disagreements/disagreement";
import type { FreezeView } from "@/lib/freezes/schema";
import type { ChangeView } from "@/lib/team/schema";
import type { FollowUps } from "@/lib/withdrawals/follow-up";

/**
 * What a change under dual control is about. `currencies`: those whose rules or limits it changes; `user`: whose payouts are
 * to be resumed, null for those of the environment; `exception`: which one is to be closed, by how much its sides differ,
 * and which run found it last.
 */
export type ProposalSubject =
  | { kind: "approval_rules" | "daily_limits"; currencies: string[] }
  | { kind: "signature_lock"; locks: boolean }
  | { kind: "resume_payouts"; user: string | null }
  | { kind: "day"; day: string; reopens: boolean }
  | { kind: "exception"; exception: ExceptionSubject | null }
  | { kind: "api_key_limits"; name: string }
  | { kind: "user"; change: ChangeView };

export type ExceptionSubject = { reference: string; currency: string; difference: string; lastRun: string };

/** A change under dual control that waits for the reader. Times are ISO 8601. */
export type WaitingProposal = ProposalSubject & { id: string; by: string; at: string; until: string };

/** A change under dual control that waits no more, and how it ended. `at` is ISO 8601. */
export type EndedProposal = ProposalSubject & {
  end: "applied" | "rejected" | "withdrawn" | "expired";
  /** Who ended it; of an expired one, who proposed it. */
  by: string;
  at: string;
  /** Why it was rejected; null where no reason was given. */
  reason: string | null;
  /** Where an expired one is proposed again, below the environment. */
  page?: string;
};

/**
 * A change that the reader proposed, and that another rejected or that expired. `page`: where it is proposed again, below
 * the environment. `at` is ISO 8601.
 */
export type EndedRequest = ProposalSubject & {
  id: string;
  end: "rejected" | "expired";
  by: string;
  at: string;
  reason: string | null;
  page: string;
};

/** How much waits for the reader in each place, and whether the service is well. Times are ISO 8601. */
export type DashboardView = {
  /** What is kept from being sent, and by whom. */
  freezes: FreezeView[];
  /**
   * `dashboard`: the rows of the work queue that need an action; days not closed are one row, and late orders need none.
   * `approvals`: what waits for this user's decision, `payees` among it; `orders`: what is unknown or contradicts itself;
   * `batches`: what its list counts as needing action; `api-status`: what is wrong with the service, the clock or signatures.
   */
  waiting: Record<"dashboard" | "approvals" | "batches" | "payees" | "players" | "orders" | "api-status", number>;
  /** Batches that were paused or came back, the oldest first. */
  batches: StoppedBatch[];
  /** Tokyo days that are due to be closed, the oldest first; empty where the reader may not close them. */
  daysNotClosed: string[];
  /** Callbacks that disagree with our record and are not marked as seen. */
  disagreements: DisagreementsView;
  /** Changes that others proposed and the reader may decide, the first to expire first. */
  proposals: WaitingProposal[];
  /** Changes that the reader proposed and that were rejected or expired, the newest first. */
  requests: EndedRequest[];
  /** Payouts that failed, were held or came back; null where the reader may not request any. */
  followUps: FollowUps | null;
  /** Callbacks that failed their check within the last day. */
  forged: ForgedView;
  service: {
    /** Until when the circuit is open; null while it is closed. */
    pausedUntil: string | null;
    /** Seconds that our clock is ahead of the service's, if too many; otherwise null. */
    driftSeconds: number | null;
  };
};

/**
 * What was paid of one type and currency. `count` is of orders; rates are of what was requested that day, lie between 0
 * and 1 and are null where none of it has ended. `today` and `lastWeek` have an amount for each of the 24 hours in Tokyo.
 */
export type Flow = {
  amount: string;
  count: number;
  successRate: number | null;
  /** Of the same weekday last week, until the same time of day. */
  successRateBefore: number | null;
  today: string[];
  lastWeek: string[];
};

/** `medianSeconds`: how long they were open; null where none was closed. */
export type ClosedItems = { count: number; medianSeconds: number | null };

/** `from`: when the Tokyo day began, ISO 8601; `hour`: the one in progress; `orders`: created since then. */
export type VolumeView = {
  from: string;
  hour: number;
  orders: number;
  /** What left the work queue since `from`. */
  closed: ClosedItems;
  currencies: { currency: string; deposits: Flow; withdrawals: Flow }[];
};
