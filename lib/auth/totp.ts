import { Secret, TOTP } from "otpauth";

/** Six digits every 30 seconds, by HMAC-SHA-1: what every authenticator app understands (RFC 6238). */
const STEP_SECONDS = 30;

/** Clocks of phones differ: the step before and the step after are right, too. */
const WINDOW = 1;

/** 160 random bits, as RFC 4226 asks for. */
export const SECRET_BYTES = 20;

/** `secret` is base32, as an app takes it. */
const totpOf = (secret: string, label = "") =>
  new TOTP({ issuer: "Choba", label, secret: Secret.fromBase32(secret), period: STEP_SECONDS });

/** Base32 of bytes given as hex. */
export const secretFrom = (hex: string) => Secret.fromHex(hex).base32;

/** What the picture for the app says. */
export const uriFor = (secret: string, email: string) => totpOf(secret, email).toString();

export const codeAt = (secret: string, now: Date) => totpOf(secret).generate({ timestamp: now.getTime() });

/** The time step that this code is right for, or null. A step up to `last` was used before and is never right again. */
export function stepOf(secret: string, code: string, now: Date, last: number | null): number | null {
  const delta = totpOf(secret).validate({ token: code, window: WINDOW, timestamp: now.getTime() });
  if (delta === null) return null;
  const step = Math.floor(now.getTime() / 1000 / STEP_SECONDS) + delta;
  return last !== null && step <= last ? null : step;
}
