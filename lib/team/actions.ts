"use server";

import { proposalDecision } from "@/lib/auth/proposal";
import { action } from "@/lib/http/action";
import { disableUser, resendInvitation, signOutUser, withdrawInvitation } from "./commands";
import { enabling, invitationInput, oneInvitation, oneUser, roleChange } from "./schema";
import { changeRole, decideChange, enableUser, inviteUser, makePasswordLink, resetFactor } from "./user-changes";

export const inviteUserAction = action(invitationInput, inviteUser);
export const resendInvitationAction = action(oneInvitation, resendInvitation);
export const withdrawInvitationAction = action(oneInvitation, withdrawInvitation);
export const changeRoleAction = action(roleChange, changeRole);
export const disableUserAction = action(oneUser, disableUser);
export const enableUserAction = action(enabling, enableUser);
export const signOutUserAction = action(oneUser, signOutUser);
export const resetFactorAction = action(oneUser, resetFactor);
export const makePasswordLinkAction = action(oneUser, makePasswordLink);
export const decideChangeAction = action(proposalDecision, decideChange);
