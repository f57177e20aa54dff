import { sql } from "drizzle-orm";
import { check, index, pgEnum, pgTable, primaryKey, text, timestamp, uuid } from "drizzle-orm/pg-core";
import { PARTIES } from "@/lib/search/sought";
import { environment } from "./shared";

export const party = pgEnum("party", PARTIES);

/**
 * Who is named in an order or a registration, as it is searched for: one row each, written by triggers in the
 * transaction that names them. What is shown is read where it was written down.
 */
export const parties = pgTable(
  "parties",
  {
    /** The row of the order, or of the registration where the party is a player. */
    subject: uuid("subject").primaryKey(),
    environment: environment("environment").notNull(),
    party: party("party").notNull(),
    /** When the order or the registration was made. */
    at: timestamp("at", { withTimezone: true }).notNull(),
    /** Folded, as `nameKey` folds what somebody types. */
    nameKey: text("name_key"),
    /** Without spaces and hyphens; and the same from its end, as its last digits are what people know. */
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
    // Without a list of what is pending: whoever searches would have to read it whole.
    index("party_names_near").using("gin", t.near).with({ fastupdate: false }),
  ],
);
