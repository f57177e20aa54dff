"use server";

import { action } from "@/lib/http/action";
import { decideLimits, proposeLimits } from "./commands";
import { limitsDecision, limitsInput } from "./schema";

export const proposeLimitsAction = action(limitsInput, proposeLimits);
export const decideLimitsAction = action(limitsDecision, decideLimits);
