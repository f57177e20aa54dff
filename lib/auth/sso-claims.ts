import { z } from "zod";
import { line } from "@/lib/fields";

/** The issuer's claims about a user who has signed in there. */
export type SsoClaims = {
  issuer: string;
  /** Their account at the issuer: it stays the same when their name or e-mail changes. */
  subject: string;
  /** In lower case; null where the issuer does not say that it belongs to them. */
  email: string | null;
  /** As the issuer calls them; null where it does not. */
  name: string | null;
  /** When they last showed the issuer that it is them; null where it does not say. */
  at: Date | null;
};

const claims = z.object({
  iss: z.string(),
  sub: z.string().min(1).max(255),
  email: z.string().max(320).optional(),
  email_verified: z.unknown(),
  name: line(80).nullable().catch(null),
  auth_time: z.number().int().positive().optional(),
});

/**
 * The claims of an ID token (OpenID Connect Core, 2 and 5.1) whose signature, audience and nonce were right. Null where
 * they lack what they must have, or come from another issuer than ours.
 */
export function ssoClaimsOf(issuer: string, said: unknown): SsoClaims | null {
  const read = claims.safeParse(said);
  if (!read.success || withoutLastSlash(read.data.iss) !== withoutLastSlash(issuer)) return null;
  const { iss, sub, email, email_verified, name, auth_time } = read.data;
  const isTheirs = email !== undefined && email_verified === true;
  return {
    issuer: iss,
    subject: sub,
    email: isTheirs ? email.trim().toLowerCase() : null,
    name,
    at: auth_time === undefined ? null : new Date(auth_time * 1000),
  };
}

/** Some issuers end with a slash, and people leave it out. */
const withoutLastSlash = (address: string) => address.replace(/\/$/, "");

/** Where nothing is said about domains, every one is good. */
export function isOfDomain({ email }: Pick<SsoClaims, "email">, domains: readonly string[]): boolean {
  if (domains.length === 0) return true;
  return email !== null && domains.includes(email.slice(email.lastIndexOf("@") + 1));
}

/** Why a single sign-on is refused. */
export const SSO_REFUSALS = ["unknown", "unverified", "disabled", "other_account", "other_domain"] as const;
export type SsoRefusal = { kind: (typeof SSO_REFUSALS)[number] };
