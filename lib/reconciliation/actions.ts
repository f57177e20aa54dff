"use server";

import { proposalDecision } from "@/lib/auth/proposal";
import { action } from "@/lib/http/action";
import { cancelReconciliation, repeatReconciliation, startReconciliation } from "./commands";
import {
  askAboutException,
  assignExceptions,
  closeException,
  decideExceptionClose,
  explainException,
} from "./exceptions";
import { runLedgerSource, saveLedgerSource, testLedgerSource } from "./ledger-source/commands";
import { runSourceInput, saveSourceInput, testSourceInput } from "./ledger-source/schema";
import { endMovementRule, nameMovement, undoMovementName } from "./movements/commands";
import { nameInput, oneMovementRule, undoNameInput } from "./movements/schema";
import { assignInput, closeExceptionInput, explainInput, oneException, oneRun, startInput } from "./schema";
import { matchEntry, unmatchEntry, withdrawStatement } from "./statements/commands";
import { matchInput, oneStatement, unmatchInput } from "./statements/schema";

export const startReconciliationAction = action(startInput, startReconciliation);
export const repeatReconciliationAction = action(oneRun, repeatReconciliation);
export const cancelReconciliationAction = action(oneRun, cancelReconciliation);
export const assignExceptionsAction = action(assignInput, assignExceptions);
export const explainExceptionAction = action(explainInput, explainException);
export const closeExceptionAction = action(closeExceptionInput, closeException);
export const decideExceptionCloseAction = action(proposalDecision, decideExceptionClose);
export const askAboutExceptionAction = action(oneException, askAboutException);
export const nameMovementAction = action(nameInput, nameMovement);
export const undoMovementNameAction = action(undoNameInput, undoMovementName);
export const endMovementRuleAction = action(oneMovementRule, endMovementRule);
export const matchEntryAction = action(matchInput, matchEntry);
export const unmatchEntryAction = action(unmatchInput, unmatchEntry);
export const withdrawStatementAction = action(oneStatement, withdrawStatement);
export const testLedgerSourceAction = action(testSourceInput, testLedgerSource);
export const saveLedgerSourceAction = action(saveSourceInput, saveLedgerSource);
export const runLedgerSourceAction = action(runSourceInput, runLedgerSource);
