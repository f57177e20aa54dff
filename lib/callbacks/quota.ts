/**
 * How much of what proves nothing is kept at one address on one Tokyo day. Signed callbacks, and what may be news of an
 * order or a player that we hold, never count and are always kept.
 */
export type Quota = { deliveries: number; bytes: number };

/** The environment's address, for orders of the merchant's own systems: the first word of each may be one unknown. */
export const SHARED_QUOTA: Quota = { deliveries: 2_000, bytes: 8 * 1024 * 1024 };
/** The address of one order or one registration: room for repeats once it is at its end. */
export const OWN_QUOTA: Quota = { deliveries: 30, bytes: 512 * 1024 };

export type Usage = { kept: number; keptBytes: number; notKept: number };

export const NO_USAGE: Usage = { kept: 0, keptBytes: 0, notKept: 0 };

export const isUsedUp = ({ kept, keptBytes }: Usage, quota: Quota) =>
  kept >= quota.deliveries || keptBytes >= quota.bytes;

/** Beyond the quota each is counted, and one is kept as a sample whenever their number has doubled. */
export const isSample = (notKept: number) => notKept > 0 && (notKept & (notKept - 1)) === 0;

export const addUsage = (a: Usage, b: Usage): Usage => ({
  kept: a.kept + b.kept,
  keptBytes: a.keptBytes + b.keptBytes,
  notKept: a.notKept + b.notKept,
});
