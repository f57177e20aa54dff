"use server";

import { proposalDecision } from "@/lib/auth/proposal";
import { action } from "@/lib/http/action";
import { decideResume, freezePayouts, proposeResume } from "./commands";
import { freezeInput, resumeProposal } from "./schema";

export const freezePayoutsAction = action(freezeInput, freezePayouts);
export const proposeResumeAction = action(resumeProposal, proposeResume);
export const decideResumeAction = action(proposalDecision, decideResume);
