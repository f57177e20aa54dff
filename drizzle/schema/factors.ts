import {
  bigint,
  boolean,
  doublePrecision,
  index,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uuid,
} from "drizzle-orm/pg-core";
import { bytea } from "./columns";
import { users } from "./users";

const at = (name: string) => timestamp(name, { withTimezone: true });
const person = () =>
  uuid("user_id")
    .notNull()
    .references(() => users.id);

/** An authenticator app. It is required only after its first correct code. */
export const totps = pgTable("totps", {
  userId: person().primaryKey(),
  /** Encrypted with a key that is made from AUTH_SECRET: a copy of this table computes no codes. */
  sealedSecret: text("sealed_secret").notNull(),
  createdAt: at("created_at").notNull(),
  confirmedAt: at("confirmed_at"),
  /** The time step of the last code that was accepted: it, and any before it, is never accepted again. */
  lastStep: bigint("last_step", { mode: "number" }),
});

export const passkeys = pgTable(
  "passkeys",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    userId: person(),
    /** As the browser names it. */
    credentialId: text("credential_id").notNull().unique(),
    publicKey: bytea("public_key").notNull(),
    /** How often it has signed, where it counts: a number that goes back is a copy. */
    counter: bigint("counter", { mode: "number" }).notNull(),
    transports: text("transports").array().notNull(),
    name: text("name").notNull(),
    /** Kept by a password manager on several devices, rather than by this one alone. */
    isSynced: boolean("is_synced").notNull(),
    createdAt: at("created_at").notNull(),
    lastUsedAt: at("last_used_at"),
  },
  (t) => [index("passkeys_by_person").on(t.userId)],
);

/** The way in without the phone: each works once. */
export const recoveryCodes = pgTable(
  "recovery_codes",
  {
    userId: person(),
    /** SHA-256; a code has 80 random bits, so that it cannot be guessed back. */
    codeHash: text("code_hash").notNull(),
    createdAt: at("created_at").notNull(),
    /** When the user said that they have stored them. Until then, perhaps no one has seen them. */
    keptAt: at("kept_at"),
    usedAt: at("used_at"),
  },
  (t) => [primaryKey({ columns: [t.userId, t.codeHash] })],
);

/** How much guessing there was lately. Kept here, so that limits survive a restart and hold for all instances together. */
export const throttles = pgTable("throttles", {
  /** A fingerprint of what is limited: people type passwords into the field for the e-mail. */
  key: text("key").primaryKey(),
  /** Tries that have not drained away yet. */
  level: doublePrecision("level").notNull(),
  at: at("at").notNull(),
});
