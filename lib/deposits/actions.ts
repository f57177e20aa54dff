"use server";

import { action } from "@/lib/auth/action";
import { oneOrder } from "@/lib/transactions/schema";
import { reissueDeposit, requestDeposit } from "./commands";
import { depositInput } from "./schema";

export const requestDepositAction = action(depositInput, requestDeposit);
export const reissueDepositAction = action(oneOrder, reissueDeposit);
