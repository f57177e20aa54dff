import "server-only";
import { randomBytes } from "node:crypto";
import { hash, verify } from "@node-rs/argon2";

/** argon2id with the library's defaults, which are OWASP's: 19 MiB, 2 passes, 1 lane. */
export const hashPassword = (password: string) => hash(password);

/** The hash of a random password, for a user without one. */
export const hashOfNone = () => hash(randomBytes(32).toString("base64url"));

let decoy: Promise<string> | undefined;

/** Takes the same time whether or not the user exists. */
export async function passwordMatches(held: string | null, password: string): Promise<boolean> {
  decoy ??= hash("no user has this password");
  const matches = await verify(held ?? (await decoy), password);
  return held !== null && matches;
}
