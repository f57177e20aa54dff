"use server";

import { action } from "@/lib/http/action";
import { revealPii } from "./commands";
import { revealInput } from "./schema";

export const revealPiiAction = action(revealInput, revealPii);
