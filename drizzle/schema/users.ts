import { sql } from "drizzle-orm";
import { boolean, check, index, pgEnum, pgTable, primaryKey, text, timestamp, unique, uuid } from "drizzle-orm/pg-core";
import { ROLES } from "@/lib/auth/permissions";

/** `api_key`: the row stands for a key (drizzle/schema/api-keys.ts) and can never sign in. */
export const role = pgEnum("role", [...ROLES, "api_key"]);

export const users = pgTable(
  "users",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    email: text("email").notNull().unique(),
    name: text("name").notNull(),
    role: role("role").notNull(),
    /** argon2id, in its own encoded form; empty for an API key. */
    passwordHash: text("password_hash").notNull(),
    disabledAt: timestamp("disabled_at", { withTimezone: true }),
    createdAt: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [
    check("users_email_is_lower_case", sql`${t.email} = lower(${t.email})`),
    // No password, and no role that an admin could give it.
    check("users_keys_have_no_password", sql`(${t.role} = 'api_key') = (${t.passwordHash} = '')`),
  ],
);

export const sessions = pgTable(
  "sessions",
  {
    /** SHA-256 of the ID in the cookie, so that a copy of this table is useless. */
    idHash: text("id_hash").primaryKey(),
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id),
    createdAt: timestamp("created_at", { withTimezone: true }).notNull(),
    expiresAt: timestamp("expires_at", { withTimezone: true }).notNull(),
    revokedAt: timestamp("revoked_at", { withTimezone: true }),
    /** The user's last action or page view; polling does not count. */
    lastSeenAt: timestamp("last_seen_at", { withTimezone: true }).notNull().defaultNow(),
    /** The password was right, the second factor is still to come: this opens nothing but the second step. */
    awaitsFactor: boolean("awaits_factor").notNull().default(false),
    /** When the password (here, or at the issuer) and when a second factor was last shown in this session. */
    passwordAt: timestamp("password_at", { withTimezone: true }),
    factorAt: timestamp("factor_at", { withTimezone: true }),
    /** The single sign-on issuer that authenticated the user; null for a password. */
    issuer: text("issuer"),
    /** What a passkey has to sign next, once. */
    challenge: text("challenge"),
    challengeAt: timestamp("challenge_at", { withTimezone: true }),
    userAgent: text("user_agent"),
    address: text("address"),
  },
  (t) => [index("sessions_by_person").on(t.userId)],
);

/** Accounts at an OpenID Connect issuer, each bound to its person when it was first used, until an admin ends that. */
export const issuerAccounts = pgTable(
  "issuer_accounts",
  {
    issuer: text("issuer").notNull(),
    subject: text("subject").notNull(),
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id),
    at: timestamp("at", { withTimezone: true }).notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.issuer, t.subject] }),
    unique("issuer_accounts_one_a_person").on(t.issuer, t.userId),
  ],
);
