"use server";

import { action, timedAction } from "@/lib/auth/action";
import { oneOrder } from "@/lib/transactions/schema";
import { decideWithdrawal, releaseWithdrawal, takeBackWithdrawal } from "./approving";
import { reissueWithdrawal, requestWithdrawal } from "./commands";
import { dismissFollowUp } from "./follow-ups";
import { decideRules, proposeRules } from "./ruling";
import { decisionInput, dismissalInput, reissueInput, rulesDecision, rulesInput, withdrawalInput } from "./schema";

export const requestWithdrawalAction = timedAction(withdrawalInput, requestWithdrawal);
export const reissueWithdrawalAction = timedAction(reissueInput, reissueWithdrawal);
export const decideWithdrawalAction = timedAction(decisionInput, decideWithdrawal);
export const takeBackWithdrawalAction = timedAction(oneOrder, takeBackWithdrawal);
export const releaseWithdrawalAction = timedAction(oneOrder, releaseWithdrawal);
export const proposeRulesAction = action(rulesInput, proposeRules);
export const decideRulesAction = action(rulesDecision, decideRules);
export const dismissFollowUpAction = action(dismissalInput, dismissFollowUp);
