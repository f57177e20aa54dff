import { z } from "zod";
import { optionalReason } from "@/lib/fields";
import type { Permission } from "./permissions";

/** Changes under dual control, with the permissions to propose and to decide. */
export const PROPOSAL_PERMISSIONS = {
  approval_rules: "approval_rules:change",
  daily_limits: "approval_rules:change",
  signature_lock: "callbacks:change",
  resume_payouts: "freezes:resume",
  day: "daily_close:close",
  exception: "reconciliation:change",
  api_key_limits: "api_keys:manage",
  user: "users:change",
} as const satisfies Record<string, Permission>;

export type ProposalKind = keyof typeof PROPOSAL_PERMISSIONS;
export const PROPOSAL_KINDS = Object.keys(PROPOSAL_PERMISSIONS) as [ProposalKind, ...ProposalKind[]];

export const oneProposal = z.object({ proposalId: z.uuid() });

/** A decision about a proposal: apply or drop, where one may say why. */
export const proposalDecision = oneProposal.extend({ apply: z.boolean(), reason: optionalReason.optional() });
export type ProposalDecision = z.output<typeof proposalDecision>;

/** Common facts of proposals. `until` is the expiry; times are ISO 8601. */
export type ProposalFacts = { id: string; by: string; at: string; until: string; isOwn: boolean };
