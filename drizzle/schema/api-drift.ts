import { pgTable, primaryKey, text, timestamp } from "drizzle-orm/pg-core";
import { environment } from "./columns";

/** What was seen on the wire of one environment, and when: `callback.player_id` was `prefixed`, last seen at. */
export const apiFacts = pgTable(
  "api_facts",
  {
    environment: environment("environment").notNull(),
    fact: text("fact").notNull(),
    value: text("value").notNull(),
    firstSeenAt: timestamp("first_seen_at", { withTimezone: true }).notNull(),
    lastSeenAt: timestamp("last_seen_at", { withTimezone: true }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.environment, t.fact, t.value] })],
);
