import "server-only";
import type { AuthOptions } from "next-auth";
import { decode } from "next-auth/jwt";
import Credentials from "next-auth/providers/credentials";
import { z } from "zod";
import { db } from "@/lib/db/connection";
import { env } from "@/lib/env";
import { log } from "@/lib/log";
import { openSession, revokeSession, SESSION_HOURS } from "./sessions";

/**
 * next-auth keeps the cookie and guards the sign-in form; it knows nothing else. Its token carries an opaque
 * session id, and who that is, and whether it still holds, is asked of the sessions table every time.
 */
const deps = () => ({ db: db(), now: () => new Date() });

const credentials = z.object({ email: z.string(), password: z.string() });

const isSecure = () => env().appUrl.startsWith("https:");
const cookieName = (name: string) => (isSecure() ? `__Host-choba.${name}` : `choba.${name}`);
export const sessionCookie = () => cookieName("session");
const cookie = (name: string) => ({
  name: cookieName(name),
  options: { httpOnly: true, sameSite: "strict" as const, path: "/", secure: isSecure() },
});

/** next-auth puts the message of an error into an address that the browser sees: it must hold nothing of ours. */
function unavailable(error: unknown): never {
  log.error({ error }, "sign-in: could not be decided");
  throw new Error("unavailable");
}

export function authOptions(): AuthOptions {
  return {
    secret: env().authSecret,
    session: { strategy: "jwt", maxAge: SESSION_HOURS * 3600 },
    pages: { signIn: "/sign-in", error: "/sign-in", signOut: "/sign-in" },
    useSecureCookies: isSecure(),
    cookies: { sessionToken: cookie("session"), csrfToken: cookie("csrf"), callbackUrl: cookie("return") },
    providers: [
      Credentials({
        credentials: { email: { type: "email" }, password: { type: "password" } },
        authorize: async (raw, { headers }) => {
          const typed = credentials.safeParse(raw);
          if (!typed.success) return null;
          const userAgent: string | null = headers?.["user-agent"] ?? null;
          const address: string | null = headers?.["x-forwarded-for"] ?? null;
          const id = await openSession(deps(), { ...typed.data, userAgent, address }).catch(unavailable);
          return id === null ? null : { id };
        },
      }),
    ],
    callbacks: {
      jwt: ({ token, user }) => ({ sid: user ? user.id : token.sid }),
      // The browser may ask whether a session is there, and learns nothing more from this.
      session: ({ session }) => ({ expires: session.expires }),
    },
    events: {
      signOut: async ({ token }) => {
        if (typeof token?.sid === "string") await revokeSession(deps(), token.sid);
      },
    },
  };
}

type Jar = { get: (name: string) => { value: string } | undefined };

/** The session id inside the cookie, or null where there is none or it was tampered with. */
export async function sessionIdFrom(jar: Jar): Promise<string | null> {
  const token = jar.get(sessionCookie())?.value;
  if (!token) return null;
  // A cookie that does not decrypt is from another deployment or another's hand: nobody is signed in by it.
  const held = await decode({ token, secret: env().authSecret }).catch(() => null);
  return typeof held?.sid === "string" ? held.sid : null;
}
