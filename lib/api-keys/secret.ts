import { createHash } from "node:crypto";
import type { apiKeys, FormerSecret } from "@/drizzle/schema/api-keys";
import type { Environment } from "@/lib/environment";

export const SECRET_BYTES = 32;
/** So many characters of the random part are shown, by which people tell keys apart. */
const SHOWN = 6;

/** `choba_sandbox_` and 256 random bits, given as hex. The beginning lets scanners of repositories find a leaked one. */
export const secretOf = (environment: Environment, hex: string): string =>
  `choba_${environment}_${Buffer.from(hex, "hex").toString("base64url")}`;

export const prefixOf = (environment: Environment, secret: string): string =>
  secret.slice(0, `choba_${environment}_`.length + SHOWN);

/** Plain SHA-256: what has 256 random bits cannot be guessed, so that a slow hash would only delay each request. */
export const hashOfSecret = (secret: string): string => createHash("sha256").update(secret).digest("hex");

/** A former secret still works for so long after its rotation. */
export const FORMER_SECRET_MS = 24 * 3_600_000;

type Key = Pick<typeof apiKeys.$inferSelect, "former" | "revokedAt">;

/** The former secrets that still work, the newest last. A revoked key keeps them alone to say that it was revoked. */
export const validFormer = ({ former, revokedAt }: Key, now: Date): FormerSecret[] =>
  revokedAt === null ? former.filter(({ until }) => new Date(until) > now) : [];
