import "server-only";
import { and, eq, isNotNull, isNull, lt, ne } from "drizzle-orm";
import { emails, signInLinks } from "@/drizzle/schema/team";
import { users } from "@/drizzle/schema/users";
import { record } from "@/lib/audit/record";
import { type Ctx, requirePermission } from "@/lib/auth/context";
import { enqueue } from "@/lib/db/enqueue";
import { emailFor } from "@/lib/email/templates";
import { log } from "@/lib/log";
import { FORGOTTEN_HOURS, nextTryMinutes } from "./state";
import { mailKey, makeLink } from "./tokens";

/** Sends an e-mail with a link, unless the link is no longer valid. */
export async function sendEmail(ctx: Ctx, { mailId }: { mailId: string }): Promise<void> {
  requirePermission(ctx, "emails:send");
  const { db, now, vault, mail } = ctx;
  const [due] = await db
    .select({ held: emails, link: signInLinks })
    .from(emails)
    .innerJoin(signInLinks, eq(signInLinks.tokenHash, emails.linkHash))
    .where(and(eq(emails.id, mailId), isNotNull(emails.nextTryAt)));
  if (!due) return;
  const { held, link } = due;
  const url = held.sealedLink && vault.open("mail", held.sealedLink);
  const kind = link.invitationId === null ? "password" : "invitation";
  const isForNothing = kind === "password" && !ctx.passwordSignIn;
  const isOver = link.usedAt !== null || link.voidedAt !== null || link.expiresAt <= now() || isForNothing;
  if (isOver || !url) return end(ctx, mailId, { failure: isOver ? held.failure : "sealed with another secret" });
  if (!mail) return retry(ctx, held, { reason: "no mail server is set", isFinal: false });

  const left = await mail(emailFor(kind, { to: held.to, url, hours: held.hours }));
  if (left.ok) return end(ctx, mailId, { sentAt: now(), failure: null, tries: held.tries + 1 });
  await retry(ctx, held, left.error);
}

type Ended = { sentAt?: Date; failure: string | null; tries?: number };

/** Nothing more is to be done, and the link is not kept any longer than it is needed. */
async function end({ db }: Ctx, mailId: string, ended: Ended): Promise<void> {
  await db
    .update(emails)
    .set({ ...ended, sealedLink: null, nextTryAt: null })
    .where(eq(emails.id, mailId));
}

type Failed = { reason: string; isFinal: boolean };

async function retry(ctx: Ctx, { id, tries }: typeof emails.$inferSelect, { reason, isFinal }: Failed): Promise<void> {
  const minutes = isFinal ? null : nextTryMinutes(tries + 1);
  if (minutes === null) return end(ctx, id, { failure: reason, tries: tries + 1 });
  const nextTryAt = new Date(ctx.now().getTime() + minutes * 60_000);
  await ctx.db.transaction(async (tx) => {
    await tx
      .update(emails)
      .set({ tries: tries + 1, failure: reason, nextTryAt })
      .where(eq(emails.id, id));
    await enqueue(tx, "send-email", { mailId: id }, { runAt: nextTryAt, key: mailKey(id) });
  });
}

const LATE_MS = 2 * 60_000;

/** E-mails whose job was lost with its process. */
export async function recoverEmails(ctx: Ctx): Promise<void> {
  requirePermission(ctx, "emails:send");
  const late = lt(emails.nextTryAt, new Date(ctx.now().getTime() - LATE_MS));
  await ctx.db.transaction(async (tx) => {
    for (const { id } of await tx.select({ id: emails.id }).from(emails).where(late).limit(100)) {
      await enqueue(tx, "send-email", { mailId: id }, { key: mailKey(id) });
    }
  });
}

/** Sends a password link if a user has this address. The response does not reveal it. */
export async function sendForgottenLink(ctx: Ctx, { sealed }: { sealed: string }): Promise<void> {
  requirePermission(ctx, "emails:send");
  const email = ctx.vault.open("mail", sealed);
  if (email === null) return log.warn("mail: a request for a link was sealed with another secret");
  if (!ctx.mail || !ctx.passwordSignIn) return;
  await ctx.db.transaction(async (tx) => {
    const here = and(eq(users.email, email), ne(users.role, "api_key"), isNull(users.disabledAt));
    const [user] = await tx.select({ id: users.id }).from(users).where(here);
    if (!user) return;
    await makeLink(tx, ctx, { owner: { userId: user.id }, to: email, hours: FORGOTTEN_HOURS });
    await record(tx, { ...ctx, environment: null }, { action: "password.link_requested", subject: user.id });
  });
}
