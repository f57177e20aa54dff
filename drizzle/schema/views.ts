import { pgTable, text, timestamp, unique, uuid } from "drizzle-orm/pg-core";
import { environment } from "./columns";
import { users } from "./users";

/** Saved filters of the list of transactions, private or shared. */
export const savedViews = pgTable(
  "saved_views",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    environment: environment("environment").notNull(),
    owner: uuid("owner")
      .notNull()
      .references(() => users.id),
    name: text("name").notNull(),
    /** The filter as the list's address says it. */
    query: text("query").notNull(),
    /** When it was shared; null while it is private. */
    sharedAt: timestamp("shared_at", { withTimezone: true }),
    createdAt: timestamp("created_at", { withTimezone: true }).notNull(),
    updatedAt: timestamp("updated_at", { withTimezone: true }).notNull(),
  },
  (t) => [unique("saved_views_name").on(t.environment, t.owner, t.name)],
);
