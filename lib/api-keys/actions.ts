"use server";

import { proposalDecision } from "@/lib/auth/proposal";
import { action } from "@/lib/http/action";
import { createApiKey, decideUnattended, proposeUnattended, revokeApiKey, rotateApiKey } from "./commands";
import { apiKeyInput, oneApiKey, unattendedInput } from "./schema";

export const createApiKeyAction = action(apiKeyInput, createApiKey);
export const rotateApiKeyAction = action(oneApiKey, rotateApiKey);
export const revokeApiKeyAction = action(oneApiKey, revokeApiKey);
export const proposeUnattendedAction = action(unattendedInput, proposeUnattended);
export const decideUnattendedAction = action(proposalDecision, decideUnattended);
