import type { KycStatus } from "../kyc/provider-status";
import type { Merchant } from "../merchants/config";
import type { Status } from "../orders/status";
import type { Scenario } from "./scenarios";

type Outcome<S> = { settleAt: Date; settleAs: S } | { settleAt: null; settleAs: null };

const NEVER = { settleAt: null, settleAs: null };

/** The outcome of an order: by its scenario, or else by its amount after the merchant's delay. */
export function orderOutcome(merchant: Merchant, scenario: Scenario | undefined, amount: string): Outcome<Status> {
  if (scenario?.outcome === null) return NEVER;
  if (scenario?.outcome) return { settleAt: after(scenario.outcome.afterMs), settleAs: scenario.outcome.status };
  if (merchant.settleAfterMs === null) return NEVER;
  return { settleAt: after(merchant.settleAfterMs), settleAs: statusFor(amount) };
}

/** Amounts whose whole part ends in 13 fail, and in 19 stay pending. */
function statusFor(amount: string): Status {
  if (/^\d*13(\.|$)/.test(amount)) return "FAILED";
  if (/^\d*19(\.|$)/.test(amount)) return "PENDING";
  return "COMPLETED";
}

/** How a registration ends: by its name after the merchant's delay, or else by expiring when it has waited too long. */
export function kycOutcome({ settleAfterMs, kycPendingMs }: Merchant, userName: string) {
  const settleAs = kycStatusFor(userName);
  if (settleAfterMs !== null && settleAs !== "PENDING") return { settleAt: after(settleAfterMs), settleAs };
  return { settleAt: after(kycPendingMs), settleAs: "EXPIRED" as const };
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
