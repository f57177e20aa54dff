import { sql } from "drizzle-orm";
import { boolean, index, integer, jsonb, pgTable, timestamp, uuid } from "drizzle-orm/pg-core";
import type { Disagreement } from "@/lib/disagreements/disagreement";
import { environment } from "./columns";
import { registrations } from "./registrations";
import { transactions } from "./transactions";
import { users } from "./users";

/** Callbacks that disagree with our record: one line per order or registration, however many come. */
export const callbackDisagreements = pgTable(
  "callback_disagreements",
  {
    /** The order or the registration. */
    subject: uuid("subject").primaryKey(),
    environment: environment("environment").notNull(),
    transactionRow: uuid("transaction_row").references(() => transactions.id),
    registrationRow: uuid("registration_row").references(() => registrations.id),
    /** The delivery that `fields` were read from. No reference: it is evidence, and removed by no cascade. */
    deliveryId: uuid("delivery_id").notNull(),
    fields: jsonb("fields").$type<Disagreement[]>().notNull(),
    /** That delivery was signed. */
    isProven: boolean("is_proven").notNull(),
    count: integer("count").notNull(),
    firstAt: timestamp("first_at", { withTimezone: true }).notNull(),
    lastAt: timestamp("last_at", { withTimezone: true }).notNull(),
    seenBy: uuid("seen_by").references(() => users.id),
    seenAt: timestamp("seen_at", { withTimezone: true }),
  },
  (t) => [index("callback_disagreements_unseen").on(t.environment, t.lastAt).where(sql`${t.seenAt} is null`)],
);
