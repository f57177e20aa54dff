"use server";

import { proposalDecision } from "@/lib/auth/proposal";
import { action } from "@/lib/http/action";
import { decideLimits, proposeLimits } from "./commands";
import { limitsInput } from "./schema";

export const proposeLimitsAction = action(limitsInput, proposeLimits);
export const decideLimitsAction = action(proposalDecision, decideLimits);
