import { eq } from "drizzle-orm";
import { auditEvents } from "@/drizzle/schema/audit";
import { users } from "@/drizzle/schema/users";
import type { Ctx } from "@/lib/auth/context";
import type { Role } from "@/lib/auth/permissions";
import { useLink } from "@/lib/team/accept-invitation";
import type { Outcome } from "@/lib/team/schema";
import { inviteUser } from "@/lib/team/user-changes";
import type { TestContext } from "./context";

export const GOOD_PASSWORD = "three blue cranes over Kasumigaura";

/** The token in a link that was shown. */
export function tokenIn(outcome: Outcome | { kind: "dropped" }): string {
  const token = outcome.kind === "done" ? outcome.link?.url.split("/").at(-1) : undefined;
  if (!token) throw new Error("no link was shown");
  return token;
}

export async function invite(ctx: Ctx, email: string, role: Role): Promise<string> {
  const made = await inviteUser(ctx, { email, role });
  if (!made.ok) throw new Error(made.error.kind);
  return tokenIn(made.value);
}

/** A user uses a link, with a name and a password. */
export const acceptInvitation = (
  { db, clock }: TestContext,
  token: string,
  more: { name?: string | undefined; password?: string } = {},
) =>
  useLink(
    { db, now: () => clock.now, passwordSignIn: true },
    { token, name: "New Person", password: GOOD_PASSWORD, ...more },
  );

export async function userNow({ db }: TestContext, id: string) {
  const [person] = await db.select().from(users).where(eq(users.id, id));
  if (!person) throw new Error("no user has this id");
  return person;
}

/** What was done about this one, oldest first. */
export async function auditEventsAbout({ db }: TestContext, subject: string) {
  const lines = await db.select().from(auditEvents).where(eq(auditEvents.subject, subject)).orderBy(auditEvents.id);
  return lines.map(({ action, actorName, environment, detail }) => ({ action, actorName, environment, detail }));
}
