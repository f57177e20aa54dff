"use server";

import { action } from "@/lib/auth/action";
import { startHistory } from "./commands";
import { historyInput } from "./schema";

export const startHistoryAction = action(historyInput, startHistory);
