import { z } from "zod";
import type { Device } from "@/lib/auth/device";
import { base64url, passkeyResponse, plainDigits, typedPassword } from "@/lib/auth/step-up-input";
import { line } from "@/lib/fields";

/** Everything by which a person signs in, as their own page shows it. Moments are ISO 8601. */
export type SecurityView = {
  email: string;
  /** Their role needs a second factor, and there is none yet. */
  isConfined: boolean;
  app: { since: string } | null;
  passkeys: { id: string; name: string; since: string; lastUsedAt: string | null; isSynced: boolean }[];
  /** Browsers know passkeys only where the console has a name, over https or on this machine. */
  canHavePasskeys: boolean;
  /** Kept: the user has said so, or has used one. Of the newest codes alone; the others are gone. */
  recoveryCodes: { left: number; madeAt: string | null; isKept: boolean };
  sessions: SessionView[];
};

export type SessionView = {
  id: string;
  device: Device;
  address: string | null;
  since: string;
  lastSeenAt: string;
  isThis: boolean;
};

/**
 * What an app is given: the secret as text, and the same as a picture of modules, dark where the path is. `startedAt` goes
 * back with the code: a second start has another secret.
 */
export type AppSetUp = { secret: string; picture: { size: number; path: string }; startedAt: string };

/** As they are shown, once. `madeAt` tells them from codes that another page makes meanwhile. */
export type RecoveryCodes = { codes: string[]; madeAt: string };

export const nothing = z.object({});
export const recoveryCodesOf = z.object({ madeAt: z.iso.datetime() });
export const appCode = z.object({ startedAt: z.iso.datetime(), code: z.string().max(64).transform(plainDigits) });
export type AppCode = z.output<typeof appCode>;
export const onePasskey = z.object({ id: z.uuid() });
export const oneSession = z.object({ id: z.string().regex(/^[0-9a-f]{64}$/) });
export const namedPasskey = z.object({ id: z.uuid(), name: line(40) });

/** The browser's response after creating a passkey. Its content is validated on verification. */
export const newPasskey = z.object({
  name: line(40),
  response: passkeyResponse({
    attestationObject: base64url,
    transports: z.array(z.string().max(32)).max(8).default([]),
  }),
});

/** How good a new one is is judged where the person is known: it may not be made of their own name. */
export const passwordChange = z.object({ current: typedPassword, next: typedPassword });

export type NewPasskey = z.output<typeof newPasskey>;
export type PasswordChange = z.output<typeof passwordChange>;
