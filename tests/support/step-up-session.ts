import { randomBytes } from "node:crypto";
import { sessions } from "@/drizzle/schema/users";
import type { Db } from "@/lib/db/connection";

/** By any clock of a test, this was shown within the last minutes. */
const ALWAYS_FRESH = new Date("9999-12-31T00:00:00Z");

/**
 * A session in which the password has just been shown, for tests that ask about something else. It cannot be used: only
 * its hash exists, and it has expired, so that no list of open sessions contains it.
 */
export async function openStepUpSession(db: Db, userId: string): Promise<string> {
  const idHash = randomBytes(32).toString("hex");
  const past = new Date(0);
  const times = { createdAt: past, lastSeenAt: past, expiresAt: past, passwordAt: ALWAYS_FRESH };
  await db.insert(sessions).values({ idHash, userId, ...times });
  return idHash;
}
