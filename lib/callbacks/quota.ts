/**
 * How many unsigned deliveries are stored per address and Tokyo day. Signed ones, and those about an order or player of
 * ours that is not final, do not count and are always stored.
 */
export type Quota = { deliveries: number; bytes: number };

/** The environment's shared address: each delivery may be the first about an order of another system. */
export const SHARED_QUOTA: Quota = { deliveries: 2_000, bytes: 8 * 1024 * 1024 };
/** The address of one order or registration: room for repeats after its final status. */
export const OWN_QUOTA: Quota = { deliveries: 30, bytes: 512 * 1024 };

export type Usage = { kept: number; keptBytes: number; notKept: number };

export const NO_USAGE: Usage = { kept: 0, keptBytes: 0, notKept: 0 };

export const isUsedUp = ({ kept, keptBytes }: Usage, quota: Quota) =>
  kept >= quota.deliveries || keptBytes >= quota.bytes;

/** Over the quota deliveries are counted, and one is stored whenever their number has doubled. */
export const isSample = (notKept: number) => notKept > 0 && (notKept & (notKept - 1)) === 0;

export const addUsage = (a: Usage, b: Usage): Usage => ({
  kept: a.kept + b.kept,
  keptBytes: a.keptBytes + b.keptBytes,
  notKept: a.notKept + b.notKept,
});
