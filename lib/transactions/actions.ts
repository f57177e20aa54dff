"use server";

import { action } from "@/lib/auth/action";
import { askAboutOrder } from "./commands";
import { addNote } from "./noting";
import { noteInput, oneOrder } from "./schema";

export const askAboutOrderAction = action(oneOrder, askAboutOrder);
export const addNoteAction = action(noteInput, addNote);
