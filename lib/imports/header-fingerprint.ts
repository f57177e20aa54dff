import { createHash } from "node:crypto";

/** Names a header: files of one system have one fingerprint. */
export const headerFingerprint = (header: readonly string[]): string =>
  createHash("sha256")
    .update(JSON.stringify(header.map((name) => name.normalize("NFKC").trim().toLowerCase())))
    .digest("hex");
