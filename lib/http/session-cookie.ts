import "server-only";
import { decode, type JWT } from "next-auth/jwt";
import { env } from "@/lib/env";

const isSecure = () => env().appUrl.startsWith("https:");
export const cookieName = (name: string) => (isSecure() ? `__Host-choba.${name}` : `choba.${name}`);
export const sessionCookie = () => cookieName("session");
export const cookieOptions = () => ({ httpOnly: true, sameSite: "strict" as const, path: "/", secure: isSecure() });

type Jar = { get: (name: string) => { value: string } | undefined };

/** Decrypts a token with the current or the previous secret, so that a rotation signs no one out. */
export async function decodeToken({ token }: { token?: string | undefined }): Promise<JWT | null> {
  const { authSecret, authSecretPrevious } = env();
  for (const secret of [authSecret, authSecretPrevious]) {
    const held =
      secret === null ? null : await decode({ ...(token !== undefined && { token }), secret }).catch(() => null);
    if (held !== null) return held;
  }
  return null;
}

/** The session id in the cookie, or null if it is missing or was altered. */
export async function sessionIdFrom(jar: Jar): Promise<string | null> {
  const token = jar.get(sessionCookie())?.value;
  if (!token) return null;
  // A cookie that cannot be decrypted comes from another deployment or is forged.
  const held = await decodeToken({ token });
  return typeof held?.sid === "string" ? held.sid : null;
}
