"use server";

import { timedAction } from "@/lib/http/action";
import { oneOrder } from "@/lib/transactions/schema";
import { reissueDeposit, requestDeposit } from "./commands";
import { depositInput } from "./schema";

export const requestDepositAction = timedAction(depositInput, requestDeposit);
export const reissueDepositAction = timedAction(oneOrder, reissueDeposit);
