import "server-only";
import { cookies, headers as requestHeaders } from "next/headers";
import type { AuthOptions, LoggerInstance, Profile, User } from "next-auth";
import Credentials from "next-auth/providers/credentials";
import { z } from "zod";
import { signInDeps } from "@/lib/auth/context";
import {
  type From,
  type NotProven,
  type Opened,
  openSession,
  revokeSession,
  SESSION_HOURS,
  stepUp,
} from "@/lib/auth/sessions";
import { type SsoRefusal, ssoClaimsOf } from "@/lib/auth/sso-claims";
import { proofInput } from "@/lib/auth/step-up-input";
import { env } from "@/lib/env";
import { deviceInCookie, keepDevice } from "@/lib/http/device-cookie";
import { sourceFrom } from "@/lib/http/remote-address";
import { cookieName, cookieOptions, decodeToken, sessionIdFrom } from "@/lib/http/session-cookie";
import { log } from "@/lib/log";
import { err, type Result } from "@/lib/result";
import { openSsoSession } from "@/lib/team/sso-login";
import { ISSUER, issuerProvider, turnedAwayTo } from "./sso-provider";

/*
 * next-auth keeps the cookie and guards the sign-in forms; it knows nothing else. Its token carries an opaque
 * session id, and who that is, and whether it still holds, is asked of the sessions table every time.
 */

const credentials = z.object({ email: z.string(), password: z.string() });

const cookie = (name: string) => ({ name: cookieName(name), options: cookieOptions() });

/** next-auth puts the message of an error into an address that the browser sees: it must hold nothing of ours. */
function unavailable(error: unknown): never {
  log.error({ error }, "sign-in: could not be decided");
  throw new Error("unavailable");
}

/** Runs one of the ways in, and lets the browser keep what it is known by the next time. */
async function goIn<Refusal>(
  headers: Record<string, string> = {},
  way: (from: From, sessionId: string | null) => Promise<Result<Opened, Refusal>>,
): Promise<Result<Opened, Refusal>> {
  const from = {
    userAgent: headers["user-agent"] ?? null,
    address: sourceFrom(new Headers(headers)),
    device: await deviceInCookie(),
  };
  const sessionId = await sessionIdFrom(await cookies());
  const entered = await way(from, sessionId).catch(unavailable);
  const device = entered.ok ? entered.value.device : null;
  if (device !== null) await keepDevice(device);
  return entered;
}

/** By what was typed: tells next-auth which session the cookie is for from now on. */
async function enter(...way: Parameters<typeof goIn<NotProven>>): Promise<User | null> {
  const entered = await goIn(...way);
  if (!entered.ok && entered.error.kind !== "refused") throw new Error(entered.error.kind);
  return entered.ok ? { id: entered.value.sessionId } : null;
}

/** By the word of the issuer, whose token has been checked by then. */
async function openSsoSessionFor(
  said: Profile | undefined,
): Promise<Result<Opened, SsoRefusal | { kind: "not_ours" }>> {
  const { singleSignOn } = env();
  const claims = singleSignOn && ssoClaimsOf(singleSignOn.issuer, said);
  if (!claims) return err({ kind: "not_ours" });
  const { domains } = singleSignOn;
  const headers = Object.fromEntries(await requestHeaders());
  return goIn(headers, (from, replaces) => openSsoSession(signInDeps(), { ...from, claims, domains, replaces }));
}

/** next-auth's own words for what went wrong quote what was expected: one-time secrets stay out of the log. */
const logger: Partial<LoggerInstance> = {
  error(code, reported) {
    const cause = reported instanceof Error ? reported : reported.error;
    log.warn({ error: { type: cause.name, message: cause.message.split(", expected")[0] } }, `sign-in: ${code}`);
  },
  warn: (code) => log.warn(`sign-in: ${code}`),
  debug: () => {},
};

/** Where next-auth may lead: within the console. */
function within(address: string): string {
  const { appUrl } = env();
  const to = URL.canParse(address, appUrl) ? new URL(address, appUrl) : null;
  return to?.origin === appUrl ? to.href : appUrl;
}

/** `onNotRevoked`: a sign-out could not end the session, which next-auth logs and answers as done. */
export function authOptions(onNotRevoked: () => void): AuthOptions {
  const { authSecret, singleSignOn } = env();
  return {
    secret: authSecret,
    logger,
    jwt: { decode: decodeToken },
    session: { strategy: "jwt", maxAge: SESSION_HOURS * 3600 },
    pages: { signIn: "/sign-in", error: "/sign-in", signOut: "/sign-in" },
    useSecureCookies: cookieOptions().secure,
    cookies: {
      sessionToken: cookie("session"),
      csrfToken: cookie("csrf"),
      callbackUrl: cookie("return"),
      state: cookie("state"),
      pkceCodeVerifier: cookie("pkce"),
      nonce: cookie("nonce"),
    },
    providers: [
      ...(singleSignOn ? [issuerProvider(singleSignOn)] : []),
      Credentials({
        credentials: { email: { type: "email" }, password: { type: "password" } },
        authorize: async (raw, { headers }) => {
          const typed = credentials.safeParse(raw);
          if (!typed.success) return null;
          // The browser's earlier session ends, which prevents session fixation.
          return enter(headers, (from, replaces) => openSession(signInDeps(), { ...typed.data, ...from, replaces }));
        },
      }),
      Credentials({
        id: "proof",
        credentials: { proof: {} },
        authorize: async (raw, { headers }) => {
          const shown = proofInput(raw?.proof);
          if (!shown) return null;
          return enter(headers, async (from, sessionId) =>
            sessionId === null ? err({ kind: "signed_out" }) : stepUp(signInDeps(), sessionId, shown, from),
          );
        },
      }),
    ],
    callbacks: {
      signIn: async ({ user, account, profile }) => {
        if (account?.provider !== ISSUER) return true;
        const entered = await openSsoSessionFor(profile);
        if (!entered.ok) return turnedAwayTo(entered.error.kind);
        user.id = entered.value.sessionId;
        return true;
      },
      redirect: ({ url }) => within(url),
      jwt: ({ token, user }) => ({ sid: user ? user.id : token.sid }),
      // The browser may ask whether a session is there, and learns nothing more from this.
      session: ({ session }) => ({ expires: session.expires }),
    },
    events: {
      signOut: async ({ token }) => {
        if (typeof token?.sid !== "string") return;
        try {
          await revokeSession(signInDeps(), token.sid);
        } catch (error) {
          onNotRevoked();
          throw error;
        }
      },
    },
  };
}
