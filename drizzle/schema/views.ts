import { pgEnum, pgTable, text, timestamp, unique, uuid } from "drizzle-orm/pg-core";
import { VIEW_LISTS } from "@/lib/views/lists";
import { environment } from "./columns";
import { users } from "./users";

export const viewList = pgEnum("view_list", VIEW_LISTS);

/** Saved filters of a list, private or shared. */
export const savedViews = pgTable(
  "saved_views",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    environment: environment("environment").notNull(),
    owner: uuid("owner")
      .notNull()
      .references(() => users.id),
    list: viewList("list").notNull(),
    name: text("name").notNull(),
    /** The filter as the list's address says it. */
    query: text("query").notNull(),
    /** When it was shared; null while it is private. */
    sharedAt: timestamp("shared_at", { withTimezone: true }),
    createdAt: timestamp("created_at", { withTimezone: true }).notNull(),
    updatedAt: timestamp("updated_at", { withTimezone: true }).notNull(),
  },
  (t) => [unique("saved_views_name").on(t.environment, t.owner, t.list, t.name)],
);
