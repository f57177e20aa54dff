"use server";

import { action } from "@/lib/auth/action";
import { oneOrder } from "@/lib/transactions/schema";
import { decideWithdrawal, takeBackWithdrawal } from "./approving";
import { reissueWithdrawal, requestWithdrawal } from "./commands";
import { decideRules, proposeRules } from "./ruling";
import { decisionInput, reissueInput, rulesDecision, rulesInput, withdrawalInput } from "./schema";

export const requestWithdrawalAction = action(withdrawalInput, requestWithdrawal);
export const reissueWithdrawalAction = action(reissueInput, reissueWithdrawal);
export const decideWithdrawalAction = action(decisionInput, decideWithdrawal);
export const takeBackWithdrawalAction = action(oneOrder, takeBackWithdrawal);
export const proposeRulesAction = action(rulesInput, proposeRules);
export const decideRulesAction = action(rulesDecision, decideRules);
