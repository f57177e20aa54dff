"use server";

import { action } from "@/lib/auth/action";
import { askAboutOrder } from "./commands";
import { addNote } from "./noting";
import { noteInput, oneOrder, settlementInput } from "./schema";
import { settleContradiction } from "./settling";

export const askAboutOrderAction = action(oneOrder, askAboutOrder);
export const addNoteAction = action(noteInput, addNote);
export const settleContradictionAction = action(settlementInput, settleContradiction);
