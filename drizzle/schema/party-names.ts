import { index, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { environment } from "./columns";

/** Each name once, in the words that it was written in, with everything that is near enough to be taken for it. */
export const partyNames = pgTable(
  "party_names",
  {
    environment: environment("environment").notNull(),
    nameKey: text("name_key").notNull(),
    /** The folded words, a space between two: ヤマダ　タロウ and ヤマダタロウ are found by other words. */
    words: text("words").notNull(),
    near: text("near").array().notNull(),
  },
  (t) => [primaryKey({ columns: [t.environment, t.nameKey, t.words] })],
);

/** The same the other way round, written by a trigger: what is near, and the name that it is near to. */
export const partyNear = pgTable(
  "party_near",
  {
    environment: environment("environment").notNull(),
    near: text("near").notNull(),
    nameKey: text("name_key").notNull(),
  },
  // One block leads to a name, where a tree takes three: a misspelled name is searched by each of its neighbours.
  (t) => [index("party_near_to").using("hash", t.near)],
);
