import { eq } from "drizzle-orm";
import { auditEvents } from "@/drizzle/schema/audit";
import { users } from "@/drizzle/schema/users";
import type { Ctx } from "@/lib/auth/context";
import type { Role } from "@/lib/auth/permissions";
import { useLink } from "@/lib/team/accept-invitation";
import type { Outcome } from "@/lib/team/schema";
import { invitePerson } from "@/lib/team/user-changes";
import type { World } from "./context";

export const GOOD = "three blue cranes over Kasumigaura";

/** The token in a link that was shown. */
export function tokenIn(outcome: Outcome | { kind: "dropped" }): string {
  const token = outcome.kind === "done" ? outcome.link?.url.split("/").at(-1) : undefined;
  if (!token) throw new Error("no link was shown");
  return token;
}

export async function invited(ctx: Ctx, email: string, role: Role): Promise<string> {
  const made = await invitePerson(ctx, { email, role });
  if (!made.ok) throw new Error(made.error.kind);
  return tokenIn(made.value);
}

/** Somebody uses a link, with a name and a password. */
export const follow = (
  { db, clock }: World,
  token: string,
  more: { name?: string | undefined; password?: string } = {},
) =>
  useLink({ db, now: () => clock.now, passwordSignIn: true }, { token, name: "New Person", password: GOOD, ...more });

export async function personNow({ db }: World, id: string) {
  const [person] = await db.select().from(users).where(eq(users.id, id));
  if (!person) throw new Error("nobody has this id");
  return person;
}

/** What was done about this one, oldest first. */
export async function linesAbout({ db }: World, subject: string) {
  const lines = await db.select().from(auditEvents).where(eq(auditEvents.subject, subject)).orderBy(auditEvents.id);
  return lines.map(({ action, actorName, environment, detail }) => ({ action, actorName, environment, detail }));
}
