"use server";

import { proposalDecision } from "@/lib/auth/proposal";
import { action } from "@/lib/http/action";
import { closeDay } from "./commands";
import { decideDayChange, proposeReopening } from "./reopen";
import { closeInput, reopenInput } from "./schema";

export const closeDayAction = action(closeInput, closeDay);
export const proposeReopeningAction = action(reopenInput, proposeReopening);
export const decideDayChangeAction = action(proposalDecision, decideDayChange);
