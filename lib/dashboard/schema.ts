import type { ForgedView } from "@/lib/callbacks/signature-policy";
import type { DisagreementsView } from "@/lib/disagreements/disagreement";
import type { FreezeView } from "@/lib/freezes/schema";
import type { FollowUps } from "@/lib/withdrawals/follow-up";

export type ProposalKind = "rules" | "limits" | "lock" | "resume" | "person" | "day";

/** A change under dual control that waits for the reader. Times are ISO 8601. */
/** `day`: which Tokyo day it is about. */
export type WaitingProposal = { kind: ProposalKind; id: string; by: string; at: string; until: string; day?: string };

/** How much waits for the reader in each place, and whether the service is well. Times are ISO 8601. */
export type DashboardView = {
  /** What is kept from being sent, and by whom. */
  freezes: FreezeView[];
  /** `today`: everything that needs an action. `withdrawals`: requests that wait for this user's decision. */
  waiting: { today: number; withdrawals: number; players: number };
  /** Callbacks that disagree with our record and are not marked as seen. */
  disagreements: DisagreementsView;
  /** Changes that others proposed and the reader may decide, the first to expire first. */
  proposals: WaitingProposal[];
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
