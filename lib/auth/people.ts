import "server-only";
import { eq } from "drizzle-orm";
import { people } from "@/drizzle/schema/people";
import { record } from "@/lib/audit/record";
import type { Db } from "@/lib/db/connection";
import { err, ok, type Result } from "@/lib/result";
import type { Actor } from "./actor";
import { hashOfNone, hashPassword } from "./password";
import type { Role } from "./permissions";

type Deps = { db: Db; now: () => Date; actor: Actor };
/** Without a password they come in by single sign-on. */
type NewPerson = { email: string; name: string; role: Role; password: string | null };

/** Adds a person who can sign in. The e-mail is kept in lower case. */
export async function addPerson({ db, now, actor }: Deps, { email, name, role, password }: NewPerson) {
  const passwordHash = await (password === null ? hashOfNone() : hashPassword(password));
  return db.transaction(async (tx): Promise<Result<{ id: string }, { kind: "e-mail taken" }>> => {
    const values = { email: email.toLowerCase(), name, role, passwordHash };
    const [added] = await tx.insert(people).values(values).onConflictDoNothing().returning({ id: people.id });
    if (!added) return err({ kind: "e-mail taken" });
    const who = { actor, environment: null, now };
    await record(tx, who, { action: "person.added", subject: added.id, detail: { email: values.email, role } });
    return ok(added);
  });
}

export async function personByEmail({ db }: Pick<Deps, "db">, email: string) {
  const [person] = await db.select({ id: people.id }).from(people).where(eq(people.email, email.toLowerCase()));
  return person ?? null;
}
