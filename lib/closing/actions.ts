"use server";

import { action } from "@/lib/auth/action";
import { closeDay } from "./commands";
import { closeInput } from "./schema";

export const closeDayAction = action(closeInput, closeDay);
