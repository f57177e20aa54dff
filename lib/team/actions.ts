"use server";

import { action } from "@/lib/http/action";
import { disablePerson, resendInvitation, signOutPerson, withdrawInvitation } from "./commands";
import { changeDecision, invitationInput, oneInvitation, onePerson, roleChange } from "./schema";
import { changeRole, decideChange, enablePerson, invitePerson, makePasswordLink, resetFactor } from "./user-changes";

export const invitePersonAction = action(invitationInput, invitePerson);
export const resendInvitationAction = action(oneInvitation, resendInvitation);
export const withdrawInvitationAction = action(oneInvitation, withdrawInvitation);
export const changeRoleAction = action(roleChange, changeRole);
export const disablePersonAction = action(onePerson, disablePerson);
export const enablePersonAction = action(onePerson, enablePerson);
export const signOutPersonAction = action(onePerson, signOutPerson);
export const resetFactorAction = action(onePerson, resetFactor);
export const makePasswordLinkAction = action(onePerson, makePasswordLink);
export const decideChangeAction = action(changeDecision, decideChange);
