"use server";

import { proposalDecision } from "@/lib/auth/proposal";
import { action, timedAction } from "@/lib/http/action";
import { oneOrder } from "@/lib/transactions/schema";
import { decideRules, proposeRules } from "./approval-rule-changes";
import { decideWithdrawal, releaseWithdrawal, takeBackWithdrawal } from "./approvals";
import { reissueWithdrawal, requestWithdrawal } from "./commands";
import { dismissFollowUp } from "./follow-ups";
import { decisionInput, dismissalInput, reissueInput, reviewedWithdrawal, rulesInput } from "./schema";

export const requestWithdrawalAction = timedAction(reviewedWithdrawal, requestWithdrawal);
export const reissueWithdrawalAction = timedAction(reissueInput, reissueWithdrawal);
export const decideWithdrawalAction = timedAction(decisionInput, decideWithdrawal);
export const takeBackWithdrawalAction = timedAction(oneOrder, takeBackWithdrawal);
export const releaseWithdrawalAction = timedAction(oneOrder, releaseWithdrawal);
export const proposeRulesAction = action(rulesInput, proposeRules);
export const decideRulesAction = action(proposalDecision, decideRules);
export const dismissFollowUpAction = action(dismissalInput, dismissFollowUp);
