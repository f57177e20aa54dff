import "server-only";
import { cookies } from "next/headers";
import { cache } from "react";
import { db } from "@/lib/db/connection";
import type { Person } from "./actor";
import { sessionIdFrom } from "./next-auth";
import { personOf } from "./sessions";

/** Who is asking, looked up once a request. */
export const currentPerson = cache(async (): Promise<Person | null> => {
  const sessionId = await sessionIdFrom(await cookies());
  return sessionId === null ? null : personOf({ db: db(), now: () => new Date() }, sessionId);
});

/** For what goes on after a request was answered: asks each time anew whether its session still holds. */
export async function signedInStill(): Promise<() => Promise<Person | null>> {
  const sessionId = await sessionIdFrom(await cookies());
  return async () => (sessionId === null ? null : personOf({ db: db(), now: () => new Date() }, sessionId));
}
