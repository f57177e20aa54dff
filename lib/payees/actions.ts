"use server";

import { action } from "@/lib/http/action";
import { exportInquiry } from "./account-check/commands";
import { inquiryInput } from "./account-check/schema";
import { blockPayee, decidePayee, proposePayee, proposePayeeChange, takeBackPayee, unblockPayee } from "./commands";
import { decidePayeeImport, takeBackPayeeImport } from "./file-import/commands";
import { importDecisionInput, oneImport } from "./file-import/schema";
import { payeeBlockInput, payeeChangeInput, payeeDecisionInput, payeeInput, payeeVersionInput } from "./schema";

export const proposePayeeAction = action(payeeInput, proposePayee);
export const proposePayeeChangeAction = action(payeeChangeInput, proposePayeeChange);
export const decidePayeeAction = action(payeeDecisionInput, decidePayee);
export const takeBackPayeeAction = action(payeeVersionInput, takeBackPayee);
export const blockPayeeAction = action(payeeBlockInput, blockPayee);
export const unblockPayeeAction = action(payeeBlockInput, unblockPayee);
export const exportInquiryAction = action(inquiryInput, exportInquiry);
export const decidePayeeImportAction = action(importDecisionInput, decidePayeeImport);
export const takeBackPayeeImportAction = action(oneImport, takeBackPayeeImport);
