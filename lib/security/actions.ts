"use server";

import { action } from "@/lib/http/action";
import {
  changePassword,
  confirmApp,
  endOtherSessions,
  endSession,
  keepRecoveryCodes,
  removeApp,
  renewRecoveryCodes,
  startApp,
} from "./commands";
import { addPasskey, removePasskey, renamePasskey, startPasskey } from "./passkeys";
import {
  appCode,
  namedPasskey,
  newPasskey,
  nothing,
  onePasskey,
  oneSession,
  passwordChange,
  recoveryCodesOf,
} from "./schema";

export const startAppAction = action(nothing, startApp);
export const confirmAppAction = action(appCode, confirmApp);
export const removeAppAction = action(nothing, removeApp);
// The name is checked before the device makes a passkey that would then be refused.
export const startPasskeyAction = action(newPasskey.pick({ name: true }), startPasskey);
export const addPasskeyAction = action(newPasskey, addPasskey);
export const renamePasskeyAction = action(namedPasskey, renamePasskey);
export const removePasskeyAction = action(onePasskey, removePasskey);
export const renewRecoveryCodesAction = action(nothing, renewRecoveryCodes);
export const keepRecoveryCodesAction = action(recoveryCodesOf, keepRecoveryCodes);
export const changePasswordAction = action(passwordChange, changePassword);
export const endSessionAction = action(oneSession, endSession);
export const endOtherSessionsAction = action(nothing, endOtherSessions);
