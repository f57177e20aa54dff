"use server";

import { action } from "@/lib/http/action";
import { startHistory } from "./commands";
import { historyInput } from "./schema";

export const startHistoryAction = action(historyInput, startHistory);
