import type { ProposalFacts } from "@/lib/auth/proposal";
/** Where systems of the merchant's own let the service call, for the orders that they create. Times are ISO 8601. */
export type CallbackAddresses = {
  /** The current address; null until one was created. */
  current: CallbackAddress | null;
  /** Earlier addresses that are not retired. Newest first. */
  older: CallbackAddress[];
  /** The addresses of single orders and registrations that went over their quota today. */
  own: { addresses: number; overQuota: number };
};
export type CallbackAddress = {
  id: string;
  url: string;
  madeBy: string;
  madeAt: string;
  lastUsedAt: string | null;
  /** Callbacks beyond the quota of today, which are counted, and stored as samples only. */
  overQuota: number;
};

/** How the newest deliveries were signed; of those that were refused, only what tells of signing. */
export type Signing = {
  /** How many of the newest were counted. */
  seen: number;
  valid: number;
  unsigned: number;
  wrong: number;
  /** Unreadable bodies, whose signature was not checked. */
  unread: number;
  /** The newest that said either way. Null where none did. */
  newest: "valid" | "unsigned" | null;
};

export type SignatureLockView = {
  /** What is not signed is refused. */
  isLocked: boolean;
  signing: Signing;
  proposal: (ProposalFacts & { locks: boolean }) | null;
};

/** An environment is locked only once its service signs; else the lock would refuse everything that comes. */
export const isSigning = ({ newest }: Signing) => newest === "valid";

/** Deliveries of the last day that failed their check. */
export type ForgedView = { count: number; lastAt: string | null };
