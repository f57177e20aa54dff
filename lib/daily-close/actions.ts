"use server";

import { action } from "@/lib/http/action";
import { closeDay } from "./commands";
import { decideDayChange, proposeReopening } from "./reopen";
import { closeInput, dayDecision, reopenInput } from "./schema";

export const closeDayAction = action(closeInput, closeDay);
export const proposeReopeningAction = action(reopenInput, proposeReopening);
export const decideDayChangeAction = action(dayDecision, decideDayChange);
