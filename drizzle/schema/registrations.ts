import { sql } from "drizzle-orm";
import { index, integer, jsonb, pgTable, text, timestamp, unique, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import type { ReplacedName } from "@/lib/kyc/state";
import { environment } from "./columns";
import { source, submission } from "./transactions";
import { users } from "./users";

/** One row each time a player was registered for KYC: what we hold to be true of it. A player's newest one counts. */
export const registrations = pgTable(
  "registrations",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    environment: environment("environment").notNull(),
    playerId: text("player_id").notNull(),
    /** Exactly as it was sent; null where another system of the merchant registered the player. */
    userName: text("user_name"),
    /** As it is searched for, folded like `nameKey` does it. */
    nameKey: text("name_key").generatedAlwaysAs(sql`nullif(name_key(user_name), '')`),
    currency: text("currency").notNull(),
    /** Made when the form was opened: sending it twice registers once. Null for a row of a file, and for others' own. */
    formId: uuid("form_id").unique(),
    /** Did our call get through? Null where another system of the merchant made it. */
    submission: submission("submission"),
    /** What does the service say? Null until it has said something that we believe. */
    status: text("status"),
    statusSource: source("status_source"),
    /** When what we believe was asked for, or came in; an answer to an older question changes nothing. */
    statusAt: timestamp("status_at", { withTimezone: true }),
    /** When the service was asked last and had none, although we hold the player as registered; null once it has one. */
    notFoundAt: timestamp("not_found_at", { withTimezone: true }),
    /** The unguessable part of this registration's own callback address. */
    callbackToken: text("callback_token").unique(),
    requestedBy: uuid("requested_by").references(() => users.id),
    /** When it is to be sent: immediately, or in turn where it came with a file. */
    dueAt: timestamp("due_at", { withTimezone: true }),
    /** When our request left, and when what became of it was known. */
    sentAt: timestamp("sent_at", { withTimezone: true }),
    endedAt: timestamp("ended_at", { withTimezone: true }),
    lastPolledAt: timestamp("last_polled_at", { withTimezone: true }),
    nextPollAt: timestamp("next_poll_at", { withTimezone: true }),
    /** How often it was asked about since it was sent. */
    polls: integer("polls").notNull().default(0),
    /** Set when the player was registered again, here or by another system; this row is history from then on. */
    supersededAt: timestamp("superseded_at", { withTimezone: true }),
    createdAt: timestamp("created_at", { withTimezone: true }).notNull(),
    updatedAt: timestamp("updated_at", { withTimezone: true }).notNull(),
  },
  (t) => [
    uniqueIndex("registrations_current").on(t.environment, t.playerId).where(sql`${t.supersededAt} is null`),
    index("registrations_by_player").on(t.environment, t.playerId, t.createdAt),
    index("registrations_newest").on(t.environment, t.createdAt.desc().nullsFirst(), t.id.desc().nullsFirst()),
    // Registrations that may need action are a small part of all.
    index("registrations_open")
      .on(t.environment, t.createdAt.desc().nullsFirst(), t.id.desc().nullsFirst())
      .where(
        sql`${t.supersededAt} is null and (${t.status} is distinct from 'REGISTERED' or ${t.notFoundAt} is not null)`,
      ),
    // Beginnings of ids and names are searched for, and the ends of ids.
    index("registrations_player_prefix").on(t.environment, t.playerId.op("text_pattern_ops")),
    index("registrations_by_player_end")
      .on(t.environment, sql`reverse(${t.playerId}) text_pattern_ops`)
      .where(sql`${t.supersededAt} is null`),
    index("registrations_named").on(t.environment, t.nameKey.op("text_pattern_ops"), t.createdAt.desc().nullsFirst()),
    index("registrations_queued").on(t.dueAt).where(sql`${t.submission} = 'queued'`),
    index("registrations_due").on(t.nextPollAt).where(sql`${t.nextPollAt} is not null`),
  ],
);
export type Registration = typeof registrations.$inferSelect;

/** A file of players that was registered in one go. */
export const registrationFiles = pgTable(
  "registration_files",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    environment: environment("environment").notNull(),
    /** Made when the file was read: starting it twice registers once. */
    formId: uuid("form_id").notNull().unique(),
    name: text("name").notNull(),
    /** SHA-256 of its bytes, to know the same file again. */
    digest: text("digest").notNull(),
    startedBy: uuid("started_by")
      .notNull()
      .references(() => users.id),
    startedAt: timestamp("started_at", { withTimezone: true }).notNull(),
  },
  (t) => [index("registration_files_newest").on(t.environment, t.startedAt.desc().nullsFirst())],
);

/** A row of such a file: to be registered in its turn, registered, or left out. */
export const registrationRows = pgTable(
  "registration_rows",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    fileId: uuid("file_id")
      .notNull()
      .references(() => registrationFiles.id),
    /** The line of the file, from 1 as spreadsheets count. */
    line: integer("line").notNull(),
    playerId: text("player_id").notNull(),
    userName: text("user_name").notNull(),
    /** When its turn comes, so that a file never floods the service. */
    dueAt: timestamp("due_at", { withTimezone: true }).notNull(),
    /** The earlier name that a person agreed to replace; null where none was shown. */
    replaces: jsonb("replaces").$type<ReplacedName>(),
    /** Why it is not registered; null where it is, or will be. */
    leftOut: text("left_out"),
    registrationRow: uuid("registration_row").references(() => registrations.id),
  },
  (t) => [
    unique("registration_rows_line").on(t.fileId, t.line),
    index("registration_rows_due").on(t.dueAt).where(sql`${t.leftOut} is null and ${t.registrationRow} is null`),
  ],
);
