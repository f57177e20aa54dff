import { sql } from "drizzle-orm";
import { check, index, integer, pgTable, text, timestamp, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import type { Role } from "@/lib/auth/permissions";
import { role, users } from "./users";

const at = (name: string) => timestamp(name, { withTimezone: true });

/** An invitation that has not been accepted yet. */
export const invitations = pgTable(
  "invitations",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    email: text("email").notNull(),
    role: role("role").$type<Role>().notNull(),
    invitedBy: uuid("invited_by")
      .notNull()
      .references(() => users.id),
    invitedAt: at("invited_at").notNull(),
    acceptedBy: uuid("accepted_by").references(() => users.id),
    acceptedAt: at("accepted_at"),
    withdrawnAt: at("withdrawn_at"),
  },
  (t) => [
    check("invitations_email_is_lower_case", sql`${t.email} = lower(${t.email})`),
    uniqueIndex("invitations_one_open").on(t.email).where(sql`${t.acceptedAt} is null and ${t.withdrawnAt} is null`),
  ],
);

/** A one-time link: for an invitation, or for a new password of a user. */
export const signInLinks = pgTable(
  "sign_in_links",
  {
    /** SHA-256 of the link's token, so that a copy of this table is useless. */
    tokenHash: text("token_hash").primaryKey(),
    invitationId: uuid("invitation_id").references(() => invitations.id),
    userId: uuid("user_id").references(() => users.id),
    madeAt: at("made_at").notNull(),
    expiresAt: at("expires_at").notNull(),
    usedAt: at("used_at"),
    /** Replaced by another link, or revoked. */
    voidedAt: at("voided_at"),
  },
  (t) => [
    check("sign_in_links_for_one", sql`num_nonnulls(${t.invitationId}, ${t.userId}) = 1`),
    index("sign_in_links_by_invitation").on(t.invitationId),
    index("sign_in_links_by_person").on(t.userId),
  ],
);

/** An e-mail with such a link, and its state. */
export const emails = pgTable(
  "emails",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    linkHash: text("link_hash")
      .notNull()
      .unique()
      .references(() => signInLinks.tokenHash),
    to: text("to").notNull(),
    /** The link, encrypted with a key derived from AUTH_SECRET; deleted when the e-mail was sent or given up. */
    sealedLink: text("sealed_link"),
    hours: integer("hours").notNull(),
    tries: integer("tries").notNull().default(0),
    /** Null where nothing more is to be done. */
    nextTryAt: at("next_try_at"),
    sentAt: at("sent_at"),
    /** Why the last try came to nothing. */
    failure: text("failure"),
  },
  (t) => [index("mails_due").on(t.nextTryAt).where(sql`${t.nextTryAt} is not null`)],
);
