import { bigint, date, index, integer, pgTable, primaryKey, text, timestamp, uuid } from "drizzle-orm/pg-core";
import { environment } from "./columns";
import { users } from "./users";

/**
 * Addresses for the orders that the merchant's own systems create; our own orders and registrations have one each,
 * beside their records. The newest is the one to use; an older one is heard until it is retired.
 */
export const callbackAddresses = pgTable(
  "callback_addresses",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    environment: environment("environment").notNull(),
    /** The unguessable part of the address. */
    token: text("token").notNull().unique(),
    madeBy: uuid("made_by")
      .notNull()
      .references(() => users.id),
    madeAt: timestamp("made_at", { withTimezone: true }).notNull(),
    retiredBy: uuid("retired_by").references(() => users.id),
    retiredAt: timestamp("retired_at", { withTimezone: true }),
  },
  (t) => [index("callback_addresses_newest").on(t.environment, t.madeAt.desc().nullsFirst())],
);

/** Calls with an unknown token, counted by the hour. Their content is not kept. */
export const unknownTokenCalls = pgTable(
  "unknown_token_calls",
  {
    environment: environment("environment").notNull(),
    hour: timestamp("hour", { withTimezone: true }).notNull(),
    calls: integer("calls").notNull(),
    lastAt: timestamp("last_at", { withTimezone: true }).notNull(),
    lastSourceAddress: text("last_source_address"),
  },
  (t) => [primaryKey({ columns: [t.environment, t.hour] })],
);

/** What unproven callbacks took up at one address on one Tokyo day, and how many came beyond its quota. */
export const callbackQuotas = pgTable(
  "callback_quotas",
  {
    /** Of an order, of a registration, or of the environment. */
    address: uuid("address").notNull(),
    day: date("day").notNull(),
    environment: environment("environment").notNull(),
    kept: integer("kept").notNull(),
    keptBytes: bigint("kept_bytes", { mode: "number" }).notNull(),
    /** Counted, and not kept. */
    notKept: integer("not_kept").notNull(),
    lastAt: timestamp("last_at", { withTimezone: true }).notNull(),
    lastSourceAddress: text("last_source_address"),
  },
  (t) => [primaryKey({ columns: [t.address, t.day] }), index("callback_quotas_by_day").on(t.environment, t.day)],
);

/** Questions about unknown orders that an address of the environment gave rise to, and that found nothing. */
export const queryBudgets = pgTable("query_budgets", {
  address: uuid("address").primaryKey(),
  environment: environment("environment").notNull(),
  minute: timestamp("minute", { withTimezone: true }).notNull(),
  inVain: integer("in_vain").notNull(),
});
