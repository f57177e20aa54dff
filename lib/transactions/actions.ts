"use server";

import { action } from "@/lib/auth/action";
import { askAboutOrder } from "./commands";
import { oneOrder } from "./schema";

export const askAboutOrderAction = action(oneOrder, askAboutOrder);
