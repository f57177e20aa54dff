import "server-only";
import type { Profile } from "next-auth";
import type { OAuthConfig } from "next-auth/providers/oauth";
import { z } from "zod";
import { SESSION_HOURS } from "@/lib/auth/sessions";
import { env, type SingleSignOn } from "@/lib/env";
import { comeAgainTo } from "@/lib/http/come-again";

/** How next-auth's addresses name the issuer. */
export const ISSUER = "sso";

/** Marks that a browser has come back once more, from a page of ours. */
const HERE = "here";

const idToken = z.looseObject({ sub: z.string() });

/**
 * Signing in at an issuer: the code flow with PKCE, a state and a nonce, each kept in a cookie of its own. openid-client
 * checks the signature, the audience and the nonce of what comes back, and never follows a redirect.
 */
export const issuerProvider = ({ issuer, clientId, clientSecret, name }: SingleSignOn): OAuthConfig<Profile> => ({
  id: ISSUER,
  name,
  type: "oauth",
  wellKnown: `${issuer.replace(/\/$/, "")}/.well-known/openid-configuration`,
  clientId,
  clientSecret,
  idToken: true,
  checks: ["pkce", "state", "nonce"],
  // A sign-in older than a working day must be repeated; with this parameter the issuer states its time.
  authorization: { params: { scope: "openid email profile", max_age: SESSION_HOURS * 3600 } },
  userinfo: {
    // The e-mail is in the token or at the userinfo endpoint. The token takes precedence.
    request: async ({ client, tokens }) => {
      const claims = idToken.parse(typeof tokens.claims === "function" ? tokens.claims() : null);
      const hasEmail = "email" in claims || client.issuer.metadata.userinfo_endpoint === undefined;
      if (hasEmail || tokens.access_token === undefined) return claims;
      const info = await client.userinfo(tokens.access_token);
      return info.sub === claims.sub ? { ...info, ...claims } : claims;
    },
  },
  profile: ({ sub = "" }) => ({ id: sub }),
});

/** A browser that the issuer has sent here is asked to come again with its cookies. Null where it does already. */
export function comeAgain(request: Request): Response | null {
  const { searchParams } = new URL(request.url);
  if (searchParams.has(HERE)) return null;
  searchParams.set(HERE, "1");
  return comeAgainTo(`/api/auth/callback/${ISSUER}?${searchParams}`);
}

/** What a sign-in at the issuer may have ended with, as the sign-in page reads it from its address. */
export const turnedAwayTo = (why: string) => {
  const to = new URL("/sign-in", env().appUrl);
  to.searchParams.set("error", why);
  return to.href;
};
