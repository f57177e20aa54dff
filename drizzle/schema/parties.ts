import { sql } from "drizzle-orm";
import { check, index, pgEnum, pgTable, primaryKey, text, timestamp, uuid } from "drizzle-orm/pg-core";
import { environment } from "./columns";

export const party = pgEnum("party", ["recipient", "payer", "player"]);

/**
 * Who is named in an order or a registration, where instances of the version before look for it. This version reads
 * `transactions` and `registrations` themselves, and the next one drops this.
 */
export const parties = pgTable(
  "parties",
  {
    subject: uuid("subject").primaryKey(),
    environment: environment("environment").notNull(),
    party: party("party").notNull(),
    at: timestamp("at", { withTimezone: true }).notNull(),
    nameKey: text("name_key"),
    account: text("account"),
    accountReversed: text("account_reversed"),
  },
  (t) => [
    check("parties_are_known_by_something", sql`${t.nameKey} is not null or ${t.account} is not null`),
    index("parties_by_name").on(t.environment, t.nameKey.op("text_pattern_ops"), t.at.desc().nullsFirst()),
    index("parties_by_account").on(t.environment, t.account.op("text_pattern_ops"), t.at.desc().nullsFirst()),
    index("parties_by_last_digits").on(
      t.environment,
      t.accountReversed.op("text_pattern_ops"),
      t.at.desc().nullsFirst(),
    ),
  ],
);

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
  (t) => [
    primaryKey({ columns: [t.environment, t.nameKey, t.words] }),
    // Where instances of the version before look. Without a list of what is pending: it would have to be read whole.
    index("party_names_near").using("gin", t.near).with({ fastupdate: false }),
  ],
);

/** The same the other way round, written by a trigger: what is near, and the name that it is near to. */
export const partyNear = pgTable(
  "party_near",
  {
    environment: environment("environment").notNull(),
    near: text("near").notNull(),
    nameKey: text("name_key").notNull(),
  },
  // One block leads to a name, where a tree takes three: a misspelled name is looked for by each of its neighbours.
  (t) => [index("party_near_to").using("hash", t.near)],
);
