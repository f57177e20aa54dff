"use server";

import { action } from "@/lib/http/action";
import { packMonth } from "./commands";
import { oneMonth } from "./schema";

export const packMonthAction = action(oneMonth, packMonth);
