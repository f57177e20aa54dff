import "server-only";
import { cookies } from "next/headers";
import { cache } from "react";
import type { User } from "@/lib/auth/actor";
import { isSeenDue, noteSeen, secondStepOf, sessionOf, userOf } from "@/lib/auth/sessions";
import type { Means } from "@/lib/auth/step-up";
import { db } from "@/lib/db/connection";
import { env } from "@/lib/env";
import { sessionIdFrom } from "./session-cookie";

const deps = () => ({ db: db(), now: () => new Date(), passwordSignIn: env().passwordSignIn });

/** Cached for one request. */
const currentSession = cache(async () => {
  const sessionId = await sessionIdFrom(await cookies());
  const session = sessionId === null ? null : await sessionOf(deps(), sessionId, env().rolesWithSecondFactor);
  return session && !session.awaitsFactor ? session : null;
});

/** The signed-in user. */
export const currentUser = async (): Promise<User | null> => (await currentSession())?.user ?? null;

/** For work that outlives its request: checks the session again at each call. */
export async function signedInStill(): Promise<() => Promise<User | null>> {
  const sessionId = await sessionIdFrom(await cookies());
  return async () => (sessionId === null ? null : userOf(deps(), sessionId, env().rolesWithSecondFactor));
}

/** The same after an action of the user, as opposed to polling: extends the session. */
export async function activeUser(): Promise<User | null> {
  const session = await currentSession();
  if (session && isSeenDue(session, deps().now())) await noteSeen(deps(), session.idHash);
  return session?.user ?? null;
}

/** The second factors of a pending session; null without one. */
export async function currentSecondStep(): Promise<Means[] | null> {
  const sessionId = await sessionIdFrom(await cookies());
  return sessionId === null ? null : secondStepOf(deps(), sessionId);
}
