import type { KycStatus } from "../kyc/provider-status";
import type { Merchant } from "../merchants/config";
import type { Status } from "../orders/status";
import type { Scenario } from "./scenarios";

type Outcome<S> = { resultAt: Date; resultStatus: S } | { resultAt: null; resultStatus: null };

const NEVER = { resultAt: null, resultStatus: null };

/** The outcome of an order: by its scenario, or else by its amount after the merchant's delay. */
export function orderOutcome(merchant: Merchant, scenario: Scenario | undefined, amount: string): Outcome<Status> {
  if (scenario?.outcome === null) return NEVER;
  if (scenario?.outcome) return { resultAt: after(scenario.outcome.afterMs), resultStatus: scenario.outcome.status };
  if (merchant.resultAfterMs === null) return NEVER;
  return { resultAt: after(merchant.resultAfterMs), resultStatus: statusFor(amount) };
}

/** Amounts whose whole part ends in 13 fail, and in 19 stay pending. */
function statusFor(amount: string): Status {
  if (/^\d*13(\.|$)/.test(amount)) return "FAILED";
  if (/^\d*19(\.|$)/.test(amount)) return "PENDING";
  return "COMPLETED";
}

/** How a registration ends: by its name after the merchant's delay, or else by expiring when it has waited too long. */
export function kycOutcome({ resultAfterMs, kycPendingMs }: Merchant, userName: string) {
  const resultStatus = kycStatusFor(userName);
  if (resultAfterMs !== null && resultStatus !== "PENDING") return { resultAt: after(resultAfterMs), resultStatus };
  return { resultAt: after(kycPendingMs), resultStatus: "EXPIRED" as const };
}

/** Names that say so fail, expire or stay pending; every other is registered. */
function kycStatusFor(userName: string): KycStatus {
  if (userName.includes("シッパイ")) return "FAILED";
  if (userName.includes("キゲン")) return "EXPIRED";
  if (userName.includes("ホリュウ")) return "PENDING";
  return "REGISTERED";
}

// What falls due goes by the real clock: the service's own may be set off for a test.
const after = (ms: number) => new Date(Date.now() + ms);
