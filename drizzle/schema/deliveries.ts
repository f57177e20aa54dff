import { sql } from "drizzle-orm";
import { type AnyPgColumn, index, integer, jsonb, pgEnum, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";
import { EFFECTS, REFUSALS, type Said, SIGNATURES } from "@/lib/callbacks/delivery";
import { bytea, environment } from "./columns";
import { transactions } from "./transactions";

export const signature = pgEnum("delivery_signature", SIGNATURES);
export const refusal = pgEnum("delivery_refusal", REFUSALS);
export const effect = pgEnum("delivery_effect", EFFECTS);

/** It waits to be judged. Said in the same words as by its index. */
export const isUnjudged = (t: Record<"effect" | "refusal", AnyPgColumn>) =>
  sql`${t.effect} is null and ${t.refusal} is null`;

/** Its words are in the indexes that the log is searched by: they are entered when it is judged or refused. */
export const isInWords = (t: Record<"effect" | "refusal", AnyPgColumn>) =>
  sql`(${t.effect} is not null or ${t.refusal} is not null)`;

/** What proves nothing and came to the environment's address. */
export const THE_REST = 2;

/** In which order they are judged: what is proven, what came to an address of its own, the rest; then by time. */
export const judgingRank = (t: Record<"signature" | "environmentAddress", AnyPgColumn>) =>
  sql`(case when ${t.signature} = 'valid' then 0 when ${t.environmentAddress} is null then 1 else 2 end)`;

/** The service is still to be asked about the order or the player that it names, whom we do not hold. */
export const isToLookUp = (
  t: Record<"effect" | "transactionRow" | "registrationRow" | "environmentAddress", AnyPgColumn>,
) => sql`${t.effect} = 'asked' and ${t.transactionRow} is null and ${t.registrationRow} is null
  and ${t.environmentAddress} is not null`;

/** What the service sent us, exactly as it came. Kept before it is answered, also where it is refused. */
export const deliveries = pgTable(
  "deliveries",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    environment: environment("environment").notNull(),
    /** The order whose own address it came to, or the one that it turned out to be about. */
    transactionRow: uuid("transaction_row").references(() => transactions.id),
    /** The registration whose own address it came to, or the one that it turned out to be about. */
    registrationRow: uuid("registration_row"),
    /** The environment's address that it came to. No reference: thousands of rows would lock the one they point at. */
    environmentAddress: uuid("environment_address"),
    receivedAt: timestamp("received_at", { withTimezone: true }).notNull(),
    sourceAddress: text("source_address"),
    headers: jsonb("headers").$type<Record<string, string>>().notNull(),
    body: bytea("body").notNull(),
    signature: signature("signature").notNull(),
    /** Why it was not acknowledged; null where it was. */
    refusal: refusal("refusal"),
    /** The HTTP status that we answered. */
    answered: integer("answered").notNull(),
    /** What it did; null until it has been judged. */
    effect: effect("effect"),
    processedAt: timestamp("processed_at", { withTimezone: true }),
    /** What it says of itself, cut short, for lists; null until it has been judged. The body says the same in full. */
    said: jsonb("said").$type<Said>(),
    /** The referenceId of its order, where one was known when it was judged, so that lists need not look it up. */
    referenceId: text("reference_id"),
    /** When headers and body were removed, after the time that raw data is kept. */
    rawRemovedAt: timestamp("raw_removed_at", { withTimezone: true }),
  },
  (t) => [
    index("deliveries_newest").on(t.environment, t.receivedAt.desc().nullsFirst(), t.id.desc().nullsFirst()),
    index("deliveries_unjudged").on(judgingRank(t), t.receivedAt).where(isUnjudged(t)),
    // Almost always none.
    index("deliveries_to_look_up").on(t.environment, t.signature, t.processedAt).where(isToLookUp(t)),
    index("deliveries_by_environment_address")
      .on(t.environmentAddress, t.receivedAt)
      .where(sql`${t.environmentAddress} is not null`),
    index("deliveries_by_transaction").on(t.transactionRow, t.receivedAt),
    // The filters of the log, each in the order of its pages.
    index("deliveries_waiting")
      .on(t.environment, t.receivedAt.desc().nullsFirst(), t.id.desc().nullsFirst())
      .where(isUnjudged(t)),
    index("deliveries_by_effect")
      .on(t.environment, t.effect, t.receivedAt.desc().nullsFirst(), t.id.desc().nullsFirst())
      .where(sql`${t.effect} is not null`),
    index("deliveries_by_refusal")
      .on(t.environment, t.refusal, t.receivedAt.desc().nullsFirst(), t.id.desc().nullsFirst())
      .where(sql`${t.refusal} is not null`),
    index("deliveries_by_signature").on(
      t.environment,
      t.signature,
      t.receivedAt.desc().nullsFirst(),
      t.id.desc().nullsFirst(),
    ),
    // A search reads the whole pending list, and the insert that fills it merges it: eight blocks, not 512.
    index("deliveries_words")
      .using("gin", sql`body_words(${t.body})`)
      .where(isInWords(t))
      .with({ gin_pending_list_limit: 64 }),
    index("deliveries_pairs")
      .using("gin", sql`wide_pairs(body_wide_text(${t.body}))`)
      .where(sql`${isInWords(t)} and body_wide_text(${t.body}) is not null`)
      .with({ fastupdate: false }),
    index("deliveries_raw").on(t.receivedAt).where(sql`${t.rawRemovedAt} is null`),
  ],
);
export type Delivery = typeof deliveries.$inferSelect;
