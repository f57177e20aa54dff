import type { Environment } from "@/lib/environment";

/** The form of a corrected payout, with the terms of the one that came to nothing. */
export const correctPath = (environment: Environment, referenceId: string) =>
  `/${environment}/withdrawals/new?from=${encodeURIComponent(referenceId)}` as const;
