import "server-only";
import { cookies } from "next/headers";
import { cache } from "react";
import type { User } from "@/lib/auth/actor";
import { signInDeps } from "@/lib/auth/context";
import { isSeenDue, noteSeen, secondStepOf, sessionOf, userOf } from "@/lib/auth/sessions";
import type { Means } from "@/lib/auth/step-up";
import { env } from "@/lib/env";
import { sessionCookie, sessionIdFrom } from "./session-cookie";

/** Cached for one request. */
const currentSession = cache(async () => {
  const sessionId = await sessionIdFrom(await cookies());
  const session = sessionId === null ? null : await sessionOf(signInDeps(), sessionId, env().rolesWithSecondFactor);
  return session && !session.awaitsFactor ? session : null;
});

/** The signed-in user. */
export const currentUser = async (): Promise<User | null> => (await currentSession())?.user ?? null;

/** For work that outlives its request: checks the session again at each call. */
export async function signedInStill(): Promise<() => Promise<User | null>> {
  const sessionId = await sessionIdFrom(await cookies());
  return async () => (sessionId === null ? null : userOf(signInDeps(), sessionId, env().rolesWithSecondFactor));
}

/** The same after an action of the user, as opposed to polling: extends the session. */
export async function activeUser(): Promise<User | null> {
  const session = await currentSession();
  if (session && isSeenDue(session, signInDeps().now())) await noteSeen(signInDeps(), session.idHash);
  return session?.user ?? null;
}

/** The second factors of a pending session; null without one. */
export async function currentSecondStep(): Promise<Means[] | null> {
  const sessionId = await sessionIdFrom(await cookies());
  return sessionId === null ? null : secondStepOf(signInDeps(), sessionId);
}

/**
 * Whether the browser sends the cookie of a session that has ended: its user was signed out by something else than their
 * own sign-out, which removes the cookie. A first visit and a link from another site come without one.
 */
export async function hasEndedSession(): Promise<boolean> {
  const jar = await cookies();
  if (!jar.has(sessionCookie())) return false;
  const sessionId = await sessionIdFrom(jar);
  return sessionId === null || (await sessionOf(signInDeps(), sessionId)) === null;
}
