"use server";

import { action } from "@/lib/http/action";
import { startFile } from "./bulk-import";
import { askAboutPlayer, registerPlayer } from "./commands";
import { fileInput, onePlayer, registrationInput } from "./schema";

export const registerPlayerAction = action(registrationInput, registerPlayer);
export const askAboutPlayerAction = action(onePlayer, askAboutPlayer);
export const startFileAction = action(fileInput, startFile);
