"use server";

import { action } from "@/lib/auth/action";
import { requestWithdrawal } from "./commands";
import { withdrawalInput } from "./schema";

export const requestWithdrawalAction = action(withdrawalInput, requestWithdrawal);
