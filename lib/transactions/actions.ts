"use server";

import { action } from "@/lib/http/action";
import { checkOrderStatus } from "./commands";
import { resolveDiscrepancy } from "./discrepancies/resolve";
import { attestNonCreation } from "./non-creation/attest";
import { addNote } from "./notes";
import { attestationInput, discrepancyResolutionInput, noteInput, oneOrder, stopInput } from "./schema";
import { stopOrder } from "./submission/stop";

export const checkOrderStatusAction = action(oneOrder, checkOrderStatus);
export const addNoteAction = action(noteInput, addNote);
export const resolveDiscrepancyAction = action(discrepancyResolutionInput, resolveDiscrepancy);
export const attestNonCreationAction = action(attestationInput, attestNonCreation);
export const stopOrderAction = action(stopInput, stopOrder);
