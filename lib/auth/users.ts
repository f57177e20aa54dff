import "server-only";
import { and, asc, eq, exists, isNull, sql } from "drizzle-orm";
import { auditEvents } from "@/drizzle/schema/audit";
import { users } from "@/drizzle/schema/users";
import { record } from "@/lib/audit/record";
import type { Db } from "@/lib/db/connection";
import { err, ok, type Result } from "@/lib/result";
import type { Actor } from "./actor";
import { hashOfNone, hashPassword } from "./password";
import type { Role } from "./permissions";

/** The actor that adds demo users, whose passwords are printed and stored in a file. Audit lines name it. */
export const DEMO_SEEDER: Actor = { kind: "system", id: "seed-demo", name: "npm start" };

type Deps = { db: Db; now: () => Date; actor: Actor };
/** Without a password they use single sign-on. */
type NewUser = { email: string; name: string; role: Role; password: string | null };

/** Adds a user who can sign in. The e-mail is stored in lower case. */
export async function addUser({ db, now, actor }: Deps, { email, name, role, password }: NewUser) {
  const passwordHash = await (password === null ? hashOfNone() : hashPassword(password));
  return db.transaction(async (tx): Promise<Result<{ id: string }, { kind: "email_taken" }>> => {
    const values = { email: email.toLowerCase(), name, role, passwordHash, createdAt: now() };
    const [added] = await tx.insert(users).values(values).onConflictDoNothing().returning({ id: users.id });
    if (!added) return err({ kind: "email_taken" });
    const who = { actor, environment: null, now };
    await record(tx, who, { action: "user.added", subject: added.id, detail: { email: values.email, role } });
    return ok(added);
  });
}

/**
 * E-mail addresses of active demo users.
 * @unguarded checked at start, before anyone can sign in
 */
export async function activeDemoUsers(db: Db): Promise<string[]> {
  const { subject, action, actorKind, actorId } = auditEvents;
  const added = db
    .select({ id: auditEvents.id })
    .from(auditEvents)
    .where(
      and(
        eq(subject, sql`${users.id}::text`),
        eq(action, "user.added"),
        eq(actorKind, DEMO_SEEDER.kind),
        eq(actorId, DEMO_SEEDER.id),
      ),
    );
  const active = await db
    .select({ email: users.email })
    .from(users)
    .where(and(isNull(users.disabledAt), exists(added)))
    .orderBy(asc(users.email));
  return active.map(({ email }) => email);
}

export async function userByEmail({ db }: Pick<Deps, "db">, email: string) {
  const [user] = await db.select({ id: users.id }).from(users).where(eq(users.email, email.toLowerCase()));
  return user ?? null;
}
