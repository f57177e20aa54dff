import "server-only";
import type { DualControl } from "@/lib/auth/dual-control";
import { missingProof } from "@/lib/auth/factors";
import type { DailyLimit } from "@/lib/limits/rules";

/** What a key may send in production without a person besides the approval rules. Two admins agree on it. */
export const UNATTENDED: DualControl<{ keyId: string; name: string; limits: DailyLimit[] }> = {
  kind: "api_key_limits",
  missing: missingProof,
  audit: (step, { id, subject, change }) => ({
    action: `api_key.unattended_${step}`,
    subject,
    detail: { name: change.name, limits: change.limits, proposal: id },
  }),
};
