import type { KycStatus } from "./kyc/provider-status";
import type { Merchant } from "./merchants/file";
import type { Status } from "./orders/status";

/**
 * How orders and registrations end when nobody settles them by hand. The
 * endings are chosen by the input, as with the test cards of card processors.
 */
export function orderEnding(merchant: Merchant, amount: string, now: number) {
  if (merchant.settleAfterMs === null) return { settleAt: null, settleAs: null };
  return { settleAt: new Date(now + merchant.settleAfterMs), settleAs: statusFor(amount.split(".")[0] ?? "") };
}

function statusFor(wholeAmount: string): Status {
  if (wholeAmount.endsWith("13")) return "FAILED";
  if (wholeAmount.endsWith("19")) return "PENDING";
  return "COMPLETED";
}

export function kycEnding(merchant: Merchant, userName: string, now: number) {
  const settleAs = kycStatusFor(userName);
  if (merchant.settleAfterMs === null || settleAs === "PENDING") return { settleAt: null, settleAs: null };
  return { settleAt: new Date(now + merchant.settleAfterMs), settleAs };
}

function kycStatusFor(userName: string): KycStatus {
  if (userName.includes("シッパイ")) return "FAILED";
  if (userName.includes("キゲン")) return "EXPIRED";
  if (userName.includes("ホリュウ")) return "PENDING";
  return "REGISTERED";
}
