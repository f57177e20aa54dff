import { z } from "zod";
import type { Device } from "@/lib/auth/device";
import { PASSWORD_MAX } from "@/lib/auth/password-rules";
import { plainDigits } from "@/lib/auth/step-up-input";
import { line, problem } from "@/lib/fields";

/** Everything by which a person signs in, as their own page shows it. Moments are ISO 8601. */
export type SecurityView = {
  email: string;
  /** Their role needs a second factor, and there is none yet. */
  isConfined: boolean;
  app: { since: string } | null;
  passkeys: { id: string; name: string; since: string; lastUsedAt: string | null; isSynced: boolean }[];
  /** Browsers know passkeys only where the console has a name, over https or on this machine. */
  canHavePasskeys: boolean;
  recoveryCodesLeft: number;
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

/** What an app is given: the secret as text, and the same as a picture of modules, dark where the path is. */
export type AppSetUp = { secret: string; picture: { size: number; path: string } };

export const nothing = z.object({});
export const typedCode = z.object({ code: z.string().max(64).transform(plainDigits) });
export const onePasskey = z.object({ id: z.uuid() });
export const oneSession = z.object({ id: z.string().regex(/^[0-9a-f]{64}$/) });
export const namedPasskey = z.object({ id: z.uuid(), name: line(40) });

const base64url = z
  .string()
  .max(16_384)
  .regex(/^[\w-]*$/);

/** The browser's response after creating a passkey. Its content is validated on verification. */
export const newPasskey = z.object({
  name: line(40),
  response: z.object({
    id: base64url,
    rawId: base64url,
    type: z.literal("public-key"),
    response: z.object({
      clientDataJSON: base64url,
      attestationObject: base64url,
      transports: z.array(z.string().max(32)).max(8).default([]),
    }),
    clientExtensionResults: z.object({}),
  }),
});

const password = z.string({ error: problem("required") }).min(1, problem("required"));
export const passwordChange = z.object({
  current: password.max(PASSWORD_MAX, problem("tooLong")),
  // How good it is is judged where the person is known: it may not be made of their own name.
  next: password.max(PASSWORD_MAX, problem("tooLong")),
});

export type NewPasskey = z.output<typeof newPasskey>;
export type PasswordChange = z.output<typeof passwordChange>;
