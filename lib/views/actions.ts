"use server";

import { action } from "@/lib/http/action";
import { changeView, keepView, removeView } from "./commands";
import { changedView, keptView, oneView } from "./schema";

export const keepViewAction = action(keptView, keepView);
export const changeViewAction = action(changedView, changeView);
export const removeViewAction = action(oneView, removeView);
