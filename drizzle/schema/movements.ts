import { sql } from "drizzle-orm";
import {
  boolean,
  index,
  integer,
  numeric,
  pgTable,
  primaryKey,
  text,
  timestamp,
  unique,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import type { MovementKind } from "@/lib/reconciliation/movements/movement";
import type { AmountCondition, Direction } from "@/lib/reconciliation/movements/rule";
import { environment } from "./columns";
import { users } from "./users";

const at = (name: string) => timestamp(name, { withTimezone: true });

/** A change of a ledger balance that no order explains. It is never removed: one that an order explains later says so. */
export const balanceMovements = pgTable(
  "balance_movements",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    environment: environment("environment").notNull(),
    currency: text("currency").notNull(),
    /** What the ledger balance changed by, with its sign. */
    amount: numeric("amount").notNull(),
    /** The last answer before it, and the first one with it. */
    fromAt: at("from_at").notNull(),
    untilAt: at("until_at").notNull(),
    foundAt: at("found_at").notNull(),
    /** When orders that became known later turned out to explain it; null while none does. */
    explainedAt: at("explained_at"),
  },
  (t) => [
    index("balance_movements_newest").on(t.environment, t.untilAt.desc().nullsFirst(), t.id.desc().nullsFirst()),
    index("balance_movements_by_amount").on(t.environment, t.currency, t.amount).where(sql`${t.explainedAt} is null`),
  ],
);

/** How far the balance of a currency has been compared with orders. */
export const movementScans = pgTable(
  "movement_scans",
  {
    environment: environment("environment").notNull(),
    currency: text("currency").notNull(),
    /** Up to here everything is found. */
    scannedUntil: at("scanned_until").notNull(),
    /** When this was found out: orders that were reported since are looked for. */
    scannedAt: at("scanned_at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.environment, t.currency] })],
);

/** A name for movements to come. A rule never changes: it ends, and another one begins. */
export const movementRules = pgTable(
  "movement_rules",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    environment: environment("environment").notNull(),
    number: integer("number").notNull(),
    currency: text("currency").notNull(),
    direction: text("direction").$type<Direction>().notNull(),
    condition: text("condition").$type<AmountCondition>().notNull(),
    /** The amount, the least amount of a range, or what it is a multiple of: without a sign. */
    amount: numeric("amount").notNull(),
    amountTo: numeric("amount_to"),
    onWeekdays: boolean("on_weekdays").notNull(),
    /** Times of day in Tokyo, as `09:00`, both or neither. */
    timeFrom: text("time_from"),
    timeTo: text("time_to"),
    kind: text("kind").$type<MovementKind>().notNull(),
    note: text("note").notNull(),
    createdBy: uuid("created_by")
      .notNull()
      .references(() => users.id),
    createdAt: at("created_at").notNull(),
    endedBy: uuid("ended_by").references(() => users.id),
    endedAt: at("ended_at"),
  },
  (t) => [unique("movement_rules_number").on(t.environment, t.number)],
);

/** What a movement was named, by a person or by a rule. A name that was undone stays on record. */
export const movementNames = pgTable(
  "movement_names",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    movementId: uuid("movement_id")
      .notNull()
      .references(() => balanceMovements.id),
    kind: text("kind").$type<MovementKind>().notNull(),
    note: text("note").notNull(),
    ruleId: uuid("rule_id").references(() => movementRules.id),
    /** Null where the rule named it. */
    namedBy: uuid("named_by").references(() => users.id),
    namedAt: at("named_at").notNull(),
    undoneBy: uuid("undone_by").references(() => users.id),
    undoneAt: at("undone_at"),
    undoReason: text("undo_reason"),
  },
  (t) => [
    uniqueIndex("movement_names_in_force").on(t.movementId).where(sql`${t.undoneAt} is null`),
    index("movement_names_of").on(t.movementId, t.namedAt),
  ],
);
