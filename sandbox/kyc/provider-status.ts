import type { Merchant } from "../merchants/config";

export const KYC_STATUSES = ["PENDING", "REGISTERED", "FAILED", "EXPIRED"] as const;
export type KycStatus = (typeof KYC_STATUSES)[number];

/** The channel's own words today, and the service's once announced. Neither is to be branched on. */
const PROVIDER_STATUS: Record<KycStatus, { today: string; neutral: string }> = {
  PENDING: { today: "WAITING_REVIEW", neutral: "IN_PROGRESS" },
  REGISTERED: { today: "ACCEPTED", neutral: "VERIFIED" },
  FAILED: { today: "NAME_MISMATCH", neutral: "REJECTED" },
  EXPIRED: { today: "SESSION_TIMEOUT", neutral: "LAPSED" },
};

export const providerStatus = (status: KycStatus, { announced }: Merchant): string =>
  PROVIDER_STATUS[status][announced.neutralValues ? "neutral" : "today"];
