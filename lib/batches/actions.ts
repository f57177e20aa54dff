"use server";

import { action, timedAction } from "@/lib/http/action";
import { decideBatch, requestBatch, takeBackBatch } from "./approvals";
import { acceptTrailers, acceptWarnings, discardBatch, editRow, excludeRows, fixRows } from "./drafts";
import { saveMapping } from "./mappings";
import { cancelRest, pauseBatch, resumeBatch } from "./pause";
import { changeColumns, readAgain } from "./read-again";
import { payAgain, retryFailed } from "./runs";
import { acceptSameList } from "./same-list";
import {
  acceptInput,
  batchDecisionInput,
  batchRequestInput,
  columnsInput,
  excludeInput,
  fixInput,
  mappingInput,
  oneBatch,
  payAgainInput,
  readAgainInput,
  resumeInput,
  rowInput,
  sameListInput,
  trailersInput,
} from "./schema";

export const editRowAction = action(rowInput, editRow);
export const fixRowsAction = action(fixInput, fixRows);
export const excludeRowsAction = action(excludeInput, excludeRows);
export const acceptWarningsAction = action(acceptInput, acceptWarnings);
export const acceptTrailersAction = action(trailersInput, acceptTrailers);
export const acceptSameListAction = action(sameListInput, acceptSameList);
export const readAgainAction = action(readAgainInput, readAgain);
export const changeColumnsAction = action(columnsInput, changeColumns);
export const discardBatchAction = action(oneBatch, discardBatch);
export const requestBatchAction = timedAction(batchRequestInput, requestBatch);
export const decideBatchAction = timedAction(batchDecisionInput, decideBatch);
export const takeBackBatchAction = timedAction(oneBatch, takeBackBatch);
export const pauseBatchAction = timedAction(oneBatch, pauseBatch);
export const resumeBatchAction = timedAction(resumeInput, resumeBatch);
export const cancelRestAction = timedAction(oneBatch, cancelRest);
export const payAgainAction = action(payAgainInput, payAgain);
export const retryFailedAction = action(oneBatch, retryFailed);
export const saveMappingAction = action(mappingInput, saveMapping);
