"use server";

import { action } from "@/lib/auth/action";
import { askAboutPlayer, registerPlayer } from "./commands";
import { startFile } from "./files";
import { fileInput, onePlayer, registrationInput } from "./schema";

export const registerPlayerAction = action(registrationInput, registerPlayer);
export const askAboutPlayerAction = action(onePlayer, askAboutPlayer);
export const startFileAction = action(fileInput, startFile);
