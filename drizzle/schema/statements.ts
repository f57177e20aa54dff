import { sql } from "drizzle-orm";
import {
  boolean,
  date,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  smallint,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import type { EntryProblem, StatementAccount, StatementFormat } from "@/lib/imports/bank-statement/statement";
import { bytea, environment } from "./columns";
import { balanceMovements } from "./movements";
import { users } from "./users";

const at = (name: string) => timestamp(name, { withTimezone: true });

/** A statement of a bank as it came. A trigger refuses deletes, and changes but for the mark that it is withdrawn. */
export const bankStatements = pgTable(
  "bank_statements",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    environment: environment("environment").notNull(),
    name: text("name").notNull(),
    format: text("format").$type<StatementFormat>().notNull(),
    encoding: text("encoding").notNull(),
    sha256: text("sha256").notNull(),
    content: bytea("content").notNull(),
    /** The merchant's own account, so that what leaves it comes to the balance; else the service's. */
    isOwn: boolean("is_own").notNull(),
    accounts: jsonb("accounts").$type<StatementAccount[]>().notNull(),
    /** Entries that the bank had not booked; they are not kept. */
    leftOut: integer("left_out").notNull(),
    uploadedBy: uuid("uploaded_by")
      .notNull()
      .references(() => users.id),
    uploadedAt: at("uploaded_at").notNull(),
    withdrawnBy: uuid("withdrawn_by").references(() => users.id),
    withdrawnAt: at("withdrawn_at"),
  },
  (t) => [
    uniqueIndex("bank_statements_once").on(t.environment, t.sha256).where(sql`${t.withdrawnAt} is null`),
    index("bank_statements_newest").on(t.environment, t.uploadedAt),
  ],
);

/** An entry of a statement. A trigger refuses deletes, and changes but for whether it counts. */
export const bankEntries = pgTable(
  "bank_entries",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    statementId: uuid("statement_id")
      .notNull()
      .references(() => bankStatements.id),
    environment: environment("environment").notNull(),
    line: integer("line").notNull(),
    account: smallint("account").notNull(),
    raw: text("raw").notNull(),
    /** Of an entry that cannot be read, the last day of its statement, or the day of the upload. */
    bookedOn: date("booked_on", { mode: "string" }).notNull(),
    valuedOn: date("valued_on", { mode: "string" }),
    currency: text("currency"),
    /** With its sign: a plus for what came to the account. */
    amount: numeric("amount"),
    /** What the balance moves by, if it is the other end of it. */
    movementAmount: numeric("movement_amount"),
    party: text("party").notNull(),
    description: text("description").notNull(),
    reference: text("reference").notNull(),
    /** Null for an entry that can be matched. */
    problems: jsonb("problems").$type<EntryProblem[]>(),
    /** The same in every statement that has the entry (`lib/reconciliation/statements/count-entries.ts`). */
    identity: text("identity").notNull(),
    /** Whether it is the one of its identity that counts; none is of a statement that was withdrawn. */
    isCounted: boolean("is_counted").notNull().default(false),
  },
  (t) => [
    index("bank_entries_newest")
      .on(t.environment, t.bookedOn.desc().nullsFirst(), t.id.desc().nullsFirst())
      .where(sql`${t.isCounted}`),
    index("bank_entries_of").on(t.statementId),
    index("bank_entries_by_amount")
      .on(t.environment, t.currency, t.movementAmount)
      .where(sql`${t.problems} is null and ${t.isCounted}`),
    index("bank_entries_same").on(t.environment, t.identity),
    uniqueIndex("bank_entries_counted").on(t.environment, t.identity).where(sql`${t.isCounted}`),
  ],
);

/** An entry that is a movement's other end, by amount and day or by a person. What was undone stays on record. */
export const statementMatches = pgTable(
  "statement_matches",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    entryId: uuid("entry_id")
      .notNull()
      .references(() => bankEntries.id),
    movementId: uuid("movement_id")
      .notNull()
      .references(() => balanceMovements.id),
    /** Null where the console matched it. */
    matchedBy: uuid("matched_by").references(() => users.id),
    matchedAt: at("matched_at").notNull(),
    reason: text("reason").notNull().default(""),
    /** Null with a time: orders explain the movement by now. */
    undoneBy: uuid("undone_by").references(() => users.id),
    undoneAt: at("undone_at"),
    undoReason: text("undo_reason"),
  },
  (t) => [
    uniqueIndex("statement_matches_entry").on(t.entryId).where(sql`${t.undoneAt} is null`),
    uniqueIndex("statement_matches_movement").on(t.movementId).where(sql`${t.undoneAt} is null`),
    index("statement_matches_of").on(t.entryId, t.movementId),
  ],
);
