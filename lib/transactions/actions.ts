"use server";

import { action } from "@/lib/auth/action";
import { attestAbsence } from "./attesting";
import { askAboutOrder } from "./commands";
import { addNote } from "./noting";
import { attestationInput, noteInput, oneOrder, settlementInput, stopInput } from "./schema";
import { settleContradiction } from "./settling";
import { stopOrder } from "./stop";

export const askAboutOrderAction = action(oneOrder, askAboutOrder);
export const addNoteAction = action(noteInput, addNote);
export const settleContradictionAction = action(settlementInput, settleContradiction);
export const attestAbsenceAction = action(attestationInput, attestAbsence);
export const stopOrderAction = action(stopInput, stopOrder);
