"use server";

import { action } from "@/lib/auth/action";
import { oneOrder } from "@/lib/transactions/schema";
import { reissueWithdrawal, requestWithdrawal } from "./commands";
import { withdrawalInput } from "./schema";

export const requestWithdrawalAction = action(withdrawalInput, requestWithdrawal);
export const reissueWithdrawalAction = action(oneOrder, reissueWithdrawal);
