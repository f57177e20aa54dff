import { Secret, TOTP } from "otpauth";

/** Six digits every 30 seconds, HMAC-SHA-1: supported by all authenticator apps (RFC 6238). */
const STEP_SECONDS = 30;

/** Steps before and after that are accepted, as phone clocks differ. */
const WINDOW = 1;

/** 160 random bits (RFC 4226). */
export const SECRET_BYTES = 20;

/** `secret` is base32. */
const totpOf = (secret: string, label = "") =>
  new TOTP({ issuer: "Choba", label, secret: Secret.fromBase32(secret), period: STEP_SECONDS });

/** Base32 of bytes given as hex. */
export const secretFrom = (hex: string) => Secret.fromHex(hex).base32;

/** The content of the QR code. */
export const uriFor = (secret: string, email: string) => totpOf(secret, email).toString();

export const codeAt = (secret: string, now: Date) => totpOf(secret).generate({ timestamp: now.getTime() });

/** The time step for which this code is valid, or null. Steps up to `last` were used before and are refused. */
export function stepOf(secret: string, code: string, now: Date, last: number | null): number | null {
  const delta = totpOf(secret).validate({ token: code, window: WINDOW, timestamp: now.getTime() });
  if (delta === null) return null;
  const step = Math.floor(now.getTime() / 1000 / STEP_SECONDS) + delta;
  return last !== null && step <= last ? null : step;
}
