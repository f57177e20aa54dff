"use server";

import { action } from "@/lib/auth/action";
import { closeDay } from "./commands";
import { decideDayChange, proposeReopening } from "./reopening";
import { closeInput, dayDecision, reopenInput } from "./schema";

export const closeDayAction = action(closeInput, closeDay);
export const proposeReopeningAction = action(reopenInput, proposeReopening);
export const decideDayChangeAction = action(dayDecision, decideDayChange);
