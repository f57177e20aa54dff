"use server";

import { action } from "@/lib/http/action";
import { saveJournalAccounts } from "./commands";
import { accountsInput } from "./schema";

export const saveJournalAccountsAction = action(accountsInput, saveJournalAccounts);
