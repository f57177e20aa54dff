import { sql } from "drizzle-orm";
import { check, index, integer, pgEnum, pgTable, text, timestamp, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { CHANGES } from "@/lib/team/state";
import { expiresAt } from "./columns";
import { role, users } from "./users";

const at = (name: string) => timestamp(name, { withTimezone: true });

/** An invitation that has not been accepted yet. */
export const invitations = pgTable(
  "invitations",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    email: text("email").notNull(),
    role: role("role").notNull(),
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
    personId: uuid("user_id").references(() => users.id),
    madeAt: at("made_at").notNull(),
    expiresAt: at("expires_at").notNull(),
    usedAt: at("used_at"),
    /** Replaced by another link, or revoked. */
    voidedAt: at("voided_at"),
  },
  (t) => [
    check("sign_in_links_for_one", sql`num_nonnulls(${t.invitationId}, ${t.personId}) = 1`),
    index("sign_in_links_by_invitation").on(t.invitationId),
    index("sign_in_links_by_person").on(t.personId),
  ],
);

/** A letter with such a link, and what became of it. */
export const emails = pgTable(
  "emails",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    linkHash: text("link_hash")
      .notNull()
      .unique()
      .references(() => signInLinks.tokenHash),
    to: text("to").notNull(),
    /** The link, encrypted with a key that is made from AUTH_SECRET; gone when the letter has left or never will. */
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

export const userChange = pgEnum("user_change", CHANGES);

/** What one admin has proposed about a person, and another one decides. */
export const userChanges = pgTable(
  "user_changes",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    change: userChange("change").notNull(),
    /** Null for an invitation. */
    personId: uuid("user_id").references(() => users.id),
    /** Of whom is to be invited. */
    email: text("email"),
    role: role("role"),
    proposedBy: uuid("proposed_by")
      .notNull()
      .references(() => users.id),
    proposedAt: at("proposed_at").notNull(),
    expiresAt: expiresAt(),
    decidedBy: uuid("decided_by").references(() => users.id),
    decidedAt: at("decided_at"),
    appliedAt: at("applied_at"),
  },
  (t) => [
    // One open proposal about a person at a time, so that two admins cannot apply over each other's heads.
    uniqueIndex("user_changes_one_open").on(t.personId).where(sql`${t.decidedAt} is null`),
    uniqueIndex("user_changes_one_open_invitation").on(t.email).where(sql`${t.decidedAt} is null`),
  ],
);
