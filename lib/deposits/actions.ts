"use server";

import { action, timedAction } from "@/lib/http/action";
import { oneOrder } from "@/lib/transactions/schema";
import { reissueDeposit, requestDeposit } from "./commands";
import { dismissDeposit } from "./dismiss";
import { depositDismissal, depositInput } from "./schema";

export const requestDepositAction = timedAction(depositInput, requestDeposit);
export const reissueDepositAction = timedAction(oneOrder, reissueDeposit);
export const dismissDepositAction = action(depositDismissal, dismissDeposit);
