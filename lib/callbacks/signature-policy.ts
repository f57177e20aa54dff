import type { ProposalFacts } from "@/lib/auth/proposal";

/** Callback addresses for orders that the merchant's other systems create. Times are ISO 8601. */
export type CallbackAddresses = {
  /** Null until the first was created. */
  current: CallbackAddress | null;
  /** Earlier addresses that are not retired. Newest first. */
  older: CallbackAddress[];
  /** Addresses of single orders and registrations that are over today's quota. */
  own: { addresses: number; overQuota: number };
};
export type CallbackAddress = {
  id: string;
  url: string;
  madeBy: string;
  madeAt: string;
  lastUsedAt: string | null;
  /** Callbacks over today's quota, stored as samples only. */
  overQuota: number;
};

/** How recent deliveries were signed. Of refused ones, only those that tell about signing. */
export type Signing = {
  /** How many deliveries were counted. */
  seen: number;
  valid: number;
  unsigned: number;
  wrong: number;
  /** Bodies that could not be parsed, so their signature was not checked. */
  unread: number;
  /** Whether the latest such delivery was signed; null if there is none. */
  newest: "valid" | "unsigned" | null;
};

export type SignatureLockView = {
  /** Unsigned deliveries are refused. */
  isLocked: boolean;
  signing: Signing;
  proposal: (ProposalFacts & { locks: boolean }) | null;
};

/** Signatures can be required only once the service signs; otherwise every callback would be refused. */
export const isSigning = ({ newest }: Signing) => newest === "valid";

/**
 * Deliveries of the last day with a wrong signature. `isMore`: there may be more than were counted; `from`: the Tokyo day
 * on which that day began.
 */
export type ForgedView = { count: number; isMore: boolean; from: string; lastAt: string | null };
