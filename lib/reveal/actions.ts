"use server";

import { action } from "@/lib/http/action";
import { revealPersonal } from "./commands";
import { revealInput } from "./schema";

export const revealPersonalAction = action(revealInput, revealPersonal);
