"use server";

import { action } from "@/lib/http/action";
import { blockPayee, decidePayee, proposePayee, proposePayeeChange, takeBackPayee, unblockPayee } from "./commands";
import { payeeBlockInput, payeeChangeInput, payeeDecisionInput, payeeInput, payeeVersionInput } from "./schema";

export const proposePayeeAction = action(payeeInput, proposePayee);
export const proposePayeeChangeAction = action(payeeChangeInput, proposePayeeChange);
export const decidePayeeAction = action(payeeDecisionInput, decidePayee);
export const takeBackPayeeAction = action(payeeVersionInput, takeBackPayee);
export const blockPayeeAction = action(payeeBlockInput, blockPayee);
export const unblockPayeeAction = action(payeeBlockInput, unblockPayee);
