import type { Proof } from "@/lib/auth/step-up";
import type { Result } from "@/lib/result";
import type { NotEntered } from "@/lib/team/schema";

/**
 * Signing in and out over next-auth's own routes. Its browser package would weigh as much as all the rest of the
 * sign-in page, for these two calls.
 */
async function post(path: string, fields: Record<string, string>): Promise<URL> {
  const held = await fetch("/api/auth/csrf");
  if (!held.ok) throw new Error(`csrf: HTTP ${held.status}`);
  const { csrfToken }: { csrfToken: string } = await held.json();

  const body = new URLSearchParams({ callbackUrl: location.origin, ...fields, csrfToken, json: "true" });
  const answer = await fetch(`/api/auth/${path}`, { method: "POST", body });
  if (answer.status >= 500) throw new Error(`${path}: HTTP ${answer.status}`);
  const { url }: { url: string } = await answer.json();

  // next-auth says by the query of the page to go to next whether it did what was asked.
  const to = new URL(url, location.origin);
  if (to.searchParams.has("csrf")) throw new Error(`${path}: the token was not accepted`);
  return to;
}

/** `more`: what this way in may be answered besides. */
async function enter<More extends string>(way: string, fields: Record<string, string>, more: readonly More[]) {
  const error = (await post(`callback/${way}`, fields)).searchParams.get("error");
  if (error === null) return "right";
  if (error === "CredentialsSignin") return "refused";
  const answer = more.find((one) => one === error);
  if (answer === undefined) throw new Error(`${way}: ${error}`);
  return answer;
}

/** Whether the two are right. Throws when that could not be found out. */
export const signIn = (email: string, password: string) => enter("credentials", { email, password }, ["throttled"]);

/** Whether this shows that it is them. The session goes on under a new cookie. Throws as above. */
export const prove = (proof: Proof) => enter("proof", { proof: JSON.stringify(proof) }, ["throttled", "signed_out"]);
export type Answer = Awaited<ReturnType<typeof prove>>;

/**
 * Goes to the issuer, and from there to the given address of ours. With `again` it asks there who it is even if it
 * knows. False: the issuer cannot be reached. Throws when the console cannot.
 */
export async function goToIssuer(returnTo: string, again = false): Promise<boolean> {
  const callbackUrl = `${location.origin}/sign-in/second-step?return=${encodeURIComponent(returnTo)}`;
  const to = await post(`signin/sso${again ? "?prompt=login" : ""}`, { callbackUrl });
  if (to.origin === location.origin) return false;
  location.assign(to);
  return true;
}

/** Revokes the session and forgets its cookie. Throws when that did not happen. */
export async function signOut(): Promise<void> {
  await post("signout", {});
}

/** Endpoints for anonymous callers respond like actions do. Throws on any other response. */
async function ask<T>(path: string, body: object): Promise<T> {
  const answer = await fetch(path, { method: "POST", body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${path}: HTTP ${answer.status}`);
  return answer.json();
}

type Invalid = { kind: "invalid"; fields: Record<string, string> };

export const chooseByLink = (typed: { token: string; name?: string; password: string }) =>
  ask<Result<{ email: string }, NotEntered | Invalid>>("/api/sign-in-link", typed);

export const askForLink = (email: string) =>
  ask<Result<object, { kind: "too_many_tries" } | Invalid>>("/api/password-reset", { email });
