"use server";

import { action } from "@/lib/http/action";
import { startFile } from "./bulk-import";
import { checkPlayerStatus, registerPlayer } from "./commands";
import { fileInput, onePlayer, registrationInput } from "./schema";

export const registerPlayerAction = action(registrationInput, registerPlayer);
export const checkPlayerStatusAction = action(onePlayer, checkPlayerStatus);
export const startFileAction = action(fileInput, startFile);
