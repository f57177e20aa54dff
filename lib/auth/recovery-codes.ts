import { createHash } from "node:crypto";

export const RECOVERY_CODES = 10;

/** 80 random bits, twenty hexadecimal digits in groups of five. */
export const CODE_BYTES = 10;

export const recoveryCodeFrom = (hex: string) => hex.match(/.{5}/g)?.join("-") ?? hex;

/** Accepts a code with or without hyphens, in capitals, full-width. */
export const hashOfRecoveryCode = (typed: string) =>
  createHash("sha256")
    .update(
      typed
        .normalize("NFKC")
        .toLowerCase()
        .replaceAll(/[^0-9a-f]/g, ""),
    )
    .digest("hex");
