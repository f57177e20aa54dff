import { z } from "zod";
import { line } from "@/lib/fields";

/** The issuer's claims about a user who has signed in there. */
export type SsoClaims = {
  issuer: string;
  /** The account at the issuer, which stays the same when name or e-mail changes. */
  subject: string;
  /** In lower case; null if the issuer has not verified it. */
  email: string | null;
  /** The name at the issuer, if any. */
  name: string | null;
  /** The time of authentication at the issuer, if stated. */
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
 * The claims of an ID token (OpenID Connect Core, 2 and 5.1) after its signature, audience and nonce were verified.
 * Null if a required one is missing or the issuer is another.
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

/** Some issuers end with a slash, which settings often omit. */
const withoutLastSlash = (address: string) => address.replace(/\/$/, "");

/** Why these claims may not sign in where the setting names domains; without it, every domain is accepted. */
export function domainRefusal({ email }: Pick<SsoClaims, "email">, domains: readonly string[]): SsoRefusal | null {
  if (domains.length === 0) return null;
  if (email === null) return { kind: "unverified" };
  return domains.includes(email.slice(email.lastIndexOf("@") + 1)) ? null : { kind: "other_domain" };
}

/** Why a single sign-on is refused. */
export const SSO_REFUSALS = ["unknown", "unverified", "disabled", "other_account", "other_domain"] as const;
export type SsoRefusal = { kind: (typeof SSO_REFUSALS)[number] };
