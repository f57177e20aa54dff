"use server";

import { action } from "@/lib/http/action";
import { askAboutOrder } from "./commands";
import { settleContradiction } from "./discrepancies/resolve";
import { attestAbsence } from "./non-creation/attest";
import { addNote } from "./notes";
import { attestationInput, noteInput, oneOrder, settlementInput, stopInput } from "./schema";
import { stopOrder } from "./submission/stop";

export const askAboutOrderAction = action(oneOrder, askAboutOrder);
export const addNoteAction = action(noteInput, addNote);
export const settleContradictionAction = action(settlementInput, settleContradiction);
export const attestAbsenceAction = action(attestationInput, attestAbsence);
export const stopOrderAction = action(stopInput, stopOrder);
