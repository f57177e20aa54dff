import "server-only";
import { decode, type JWT } from "next-auth/jwt";
import { env } from "@/lib/env";

const isSecure = () => env().appUrl.startsWith("https:");
export const cookieName = (name: string) => (isSecure() ? `__Host-choba.${name}` : `choba.${name}`);
export const sessionCookie = () => cookieName("session");
export const cookieOptions = () => ({ httpOnly: true, sameSite: "strict" as const, path: "/", secure: isSecure() });

type Jar = { get: (name: string) => { value: string } | undefined };

/**
 * The session ids inside the tokens that came last. What a token holds never changes, and opening one costs as much as
 * asking the table whether its session still holds, which is done every time all the same.
 */
const openedTokens = new Map<string, string>();
const OPENED_MAX = 1_000;

/** What is in a token that the current secret or the previous one sealed, so that a rotation signs no one out. */
export async function decodeToken({ token }: { token?: string | undefined }): Promise<JWT | null> {
  const { authSecret, authSecretPrevious } = env();
  for (const secret of [authSecret, authSecretPrevious]) {
    const held =
      secret === null ? null : await decode({ ...(token !== undefined && { token }), secret }).catch(() => null);
    if (held !== null) return held;
  }
  return null;
}

/** The session id inside the cookie, or null where there is none or it was tampered with. */
export async function sessionIdFrom(jar: Jar): Promise<string | null> {
  const token = jar.get(sessionCookie())?.value;
  if (!token) return null;
  const known = openedTokens.get(token);
  if (known !== undefined) return known;
  // A cookie that does not decrypt is from another deployment, or forged.
  const held = await decodeToken({ token });
  if (typeof held?.sid !== "string") return null;
  const [oldest] = openedTokens.keys();
  if (oldest !== undefined && openedTokens.size >= OPENED_MAX) openedTokens.delete(oldest);
  openedTokens.set(token, held.sid);
  return held.sid;
}
