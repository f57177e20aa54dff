import "server-only";
import { createHash, randomBytes } from "node:crypto";
import { and, eq, gt, isNull } from "drizzle-orm";
import { people, sessions } from "@/drizzle/schema/people";
import { record } from "@/lib/audit/record";
import type { Db } from "@/lib/db/connection";
import { type Person, VISITOR } from "./actor";
import { PASSWORD_MAX, passwordMatches } from "./password";

/** Signing in asks for it again after a working day, whatever happens in between. */
export const SESSION_HOURS = 8;

type Deps = { db: Db; now: () => Date };
type Attempt = { email: string; password: string; userAgent: string | null; address: string | null };

const hashOf = (sessionId: string) => createHash("sha256").update(sessionId).digest("hex");

/**
 * Opens a session and returns its id, the only thing a cookie carries. Null for an unknown e-mail, a wrong
 * password and a disabled person alike: one answer, after the same time.
 */
export async function openSession({ db, now }: Deps, attempt: Attempt): Promise<string | null> {
  const email = attempt.email.trim().toLowerCase();
  if (attempt.password.length > PASSWORD_MAX) return null;
  const [person] = await db.select().from(people).where(eq(people.email, email));
  const matches = await passwordMatches(person?.passwordHash ?? null, attempt.password);
  const detail = { address: attempt.address, userAgent: attempt.userAgent };

  if (!person || !matches || person.disabledAt !== null) {
    const who = { actor: VISITOR, environment: null, now };
    // An e-mail that nobody has is not written down: people type passwords into the wrong field.
    const subject = person?.id ?? "unknown";
    await db.transaction((tx) => record(tx, who, { action: "session.refused", subject, detail }));
    return null;
  }

  const sessionId = randomBytes(32).toString("base64url");
  const createdAt = now();
  const expiresAt = new Date(createdAt.getTime() + SESSION_HOURS * 3_600_000);
  const { userAgent, address } = attempt;
  await db.transaction(async (tx) => {
    const values = { idHash: hashOf(sessionId), personId: person.id, createdAt, expiresAt, userAgent, address };
    await tx.insert(sessions).values(values);
    const who = { actor: { kind: "person" as const, ...person }, environment: null, now };
    await record(tx, who, { action: "session.opened", subject: person.id, detail });
  });
  return sessionId;
}

/** Whose session this is, if it still holds. Asked of the database on every request, so that revoking works at once. */
export async function personOf({ db, now }: Deps, sessionId: string): Promise<Person | null> {
  const holds = and(eq(sessions.idHash, hashOf(sessionId)), isNull(sessions.revokedAt), gt(sessions.expiresAt, now()));
  const [person] = await db
    .select({ id: people.id, name: people.name, email: people.email, role: people.role })
    .from(sessions)
    .innerJoin(people, eq(people.id, sessions.personId))
    .where(and(holds, isNull(people.disabledAt)));
  return person ? { kind: "person", ...person } : null;
}

export async function revokeSession({ db, now }: Deps, sessionId: string): Promise<void> {
  const person = await personOf({ db, now }, sessionId);
  if (!person) return;
  await db.transaction(async (tx) => {
    await tx
      .update(sessions)
      .set({ revokedAt: now() })
      .where(eq(sessions.idHash, hashOf(sessionId)));
    const who = { actor: person, environment: null, now };
    await record(tx, who, { action: "session.revoked", subject: person.id });
  });
}
