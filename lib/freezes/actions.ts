"use server";

import { action } from "@/lib/http/action";
import { decideResume, freezePayouts, proposeResume } from "./commands";
import { freezeInput, resumeDecision, resumeProposal } from "./schema";

export const freezePayoutsAction = action(freezeInput, freezePayouts);
export const proposeResumeAction = action(resumeProposal, proposeResume);
export const decideResumeAction = action(resumeDecision, decideResume);
