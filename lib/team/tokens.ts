import "server-only";
import { createHash } from "node:crypto";
import { and, eq, isNull } from "drizzle-orm";
import { emails, signInLinks } from "@/drizzle/schema/team";
import type { Ctx } from "@/lib/auth/context";
import type { Tx } from "@/lib/db/connection";
import { enqueue } from "@/lib/db/enqueue";
import type { ShownLink } from "./schema";

/** 256 random bits. */
const TOKEN_BYTES = 32;

/** One job per e-mail, independent of how often it is requested. */
export const mailKey = (mailId: string) => `mail ${mailId}`;

export const hashOfToken = (token: string) => createHash("sha256").update(token).digest("hex");

type Owner = { invitationId: string } | { userId: string };
type Wanted = { owner: Owner; to: string; hours: number };

/** A link that works once. Resolves to it where it is to be shown; null where it is sent by e-mail. */
export async function makeLink(tx: Tx, ctx: Ctx, { owner, to, hours }: Wanted): Promise<ShownLink | null> {
  const token = ctx.random(TOKEN_BYTES);
  const url = `${ctx.appUrl}/sign-in/link/${token}`;
  const linkHash = hashOfToken(token);
  const madeAt = ctx.now();
  const expiresAt = new Date(madeAt.getTime() + hours * 3_600_000);
  await tx.insert(signInLinks).values({ tokenHash: linkHash, ...owner, madeAt, expiresAt });
  if (!ctx.mail) return { url, email: to };

  const sealedLink = ctx.vault.seal("mail", url);
  const [mail] = await tx
    .insert(emails)
    .values({ linkHash, to, sealedLink, hours, nextTryAt: madeAt })
    .returning({ id: emails.id });
  if (mail) await enqueue(tx, "send-email", { mailId: mail.id }, { key: mailKey(mail.id) });
  return null;
}

/** Earlier links become invalid, and their e-mails are not sent. */
export async function voidLinks(tx: Tx, at: Date, owner: Owner): Promise<void> {
  const theirs =
    "userId" in owner ? eq(signInLinks.userId, owner.userId) : eq(signInLinks.invitationId, owner.invitationId);
  const open = and(theirs, isNull(signInLinks.usedAt), isNull(signInLinks.voidedAt));
  const gone = await tx.update(signInLinks).set({ voidedAt: at }).where(open).returning();
  for (const { tokenHash } of gone) {
    await tx.update(emails).set({ nextTryAt: null, sealedLink: null }).where(eq(emails.linkHash, tokenHash));
  }
}
