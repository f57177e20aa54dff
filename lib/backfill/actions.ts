"use server";

import { action } from "@/lib/http/action";
import { startBackfill } from "./commands";
import { historyInput } from "./schema";

export const startBackfillAction = action(historyInput, startBackfill);
