"use server";

import { proposalDecision } from "@/lib/auth/proposal";
import { markDisagreementSeen } from "@/lib/disagreements/disagreements";
import { action } from "@/lib/http/action";
import { decideSignatureLock, proposeSignatureLock, retireCallbackAddress, rotateCallbackAddress } from "./commands";
import { lockProposal, nothing, oneAddress, oneDisagreement } from "./schema";

export const rotateCallbackAddressAction = action(nothing, rotateCallbackAddress);
export const retireCallbackAddressAction = action(oneAddress, retireCallbackAddress);
export const proposeSignatureLockAction = action(lockProposal, proposeSignatureLock);
export const decideSignatureLockAction = action(proposalDecision, decideSignatureLock);
export const markDisagreementSeenAction = action(oneDisagreement, markDisagreementSeen);
