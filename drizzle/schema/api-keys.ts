import { sql } from "drizzle-orm";
import {
  check,
  index,
  integer,
  json,
  jsonb,
  pgEnum,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uuid,
} from "drizzle-orm/pg-core";
import { API_SCOPES } from "@/lib/auth/api-scopes";
import { environment } from "./columns";
import { users } from "./users";

export const apiScope = pgEnum("api_scope", API_SCOPES);

const at = (name: string) => timestamp(name, { withTimezone: true });
const user = (name: string) => uuid(name).references(() => users.id);

type Limits = { currency: string; amount: string }[];

/** `holder`: who was shown it. */
export type FormerSecret = { hash: string; holder: string; until: string };

/** A key of one of the merchant's systems. Its row in `users` requests payouts, and is disabled when the key is revoked. */
export const apiKeys = pgTable(
  "api_keys",
  {
    id: uuid("id")
      .primaryKey()
      .references(() => users.id),
    environment: environment("environment").notNull(),
    name: text("name").notNull(),
    /** The beginning of the secret, by which people tell keys apart. */
    prefix: text("prefix").notNull(),
    /** SHA-256 of the secret: 256 random bits cannot be guessed, so that a slow hash would protect nothing. */
    secretHash: text("secret_hash").notNull().unique(),
    /** The secrets that rotations replaced, the newest last: each works until its own end. */
    former: jsonb("former").$type<FormerSecret[]>().notNull().default([]),
    scopes: apiScope("scopes").array().notNull(),
    /** Addresses and networks from which it may be used; anywhere where there are none. */
    networks: text("networks").array().notNull(),
    /** What it may request in 24 hours, by currency. It cannot request in any other. */
    limits: jsonb("limits").$type<Limits>().notNull(),
    /** In production: up to this sum of 24 hours no person is needed besides the approval rules. Two admins set it. */
    unattended: jsonb("unattended").$type<Limits>().notNull().default([]),
    expiresAt: at("expires_at"),
    createdBy: user("created_by").notNull(),
    /** Every user who was ever shown a secret of it. */
    holders: uuid("holders").array().notNull(),
    createdAt: at("created_at").notNull(),
    rotatedAt: at("rotated_at"),
    revokedBy: user("revoked_by"),
    revokedAt: at("revoked_at"),
    lastUsedAt: at("last_used_at"),
    lastUsedFrom: text("last_used_from"),
  },
  (t) => [
    index("api_keys_of_environment").on(t.environment),
    check("api_keys_revoked", sql`(${t.revokedAt} is null) = (${t.revokedBy} is null)`),
  ],
);

/** Answers to requests with an `Idempotency-Key`, kept permanently: a repeat gets the same answer and changes nothing. */
export const apiRequests = pgTable(
  "api_requests",
  {
    keyId: uuid("key_id")
      .notNull()
      .references(() => apiKeys.id),
    idempotencyKey: text("idempotency_key").notNull(),
    /** SHA-256 of method, path and body. */
    digest: text("digest").notNull(),
    /** Null only within the transaction that makes it. As text, so that a repeat has the same bytes. */
    status: integer("status"),
    answer: json("answer").$type<Record<string, unknown>>(),
    at: at("at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.keyId, t.idempotencyKey] })],
);
