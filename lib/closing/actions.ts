"use server";

import { action } from "@/lib/auth/action";
import { closeDay } from "./commands";
import { tokyoDayInput } from "./schema";

export const closeDayAction = action(tokyoDayInput, closeDay);
