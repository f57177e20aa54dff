import { sql } from "drizzle-orm";
import {
  bigint,
  check,
  index,
  integer,
  jsonb,
  pgEnum,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uuid,
} from "drizzle-orm/pg-core";
import { WEBHOOK_EVENTS, WEBHOOK_STATES } from "@/lib/webhooks/events";
import { environment } from "./columns";
import { users } from "./users";

export const webhookEventType = pgEnum("webhook_event_type", WEBHOOK_EVENTS);
export const webhookState = pgEnum("webhook_state", WEBHOOK_STATES);

const at = (name: string) => timestamp(name, { withTimezone: true });

/** A system of the merchant that hears of each change. Its address and secrets are encrypted. */
export const webhookEndpoints = pgTable(
  "webhook_endpoints",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    environment: environment("environment").notNull(),
    name: text("name").notNull(),
    types: webhookEventType("types").array().notNull(),
    host: text("host").notNull(),
    /** Null once the endpoint was removed. */
    sealedUrl: text("sealed_url"),
    sealedSecret: text("sealed_secret"),
    /** The secrets before the last rotation, as one text with spaces; they sign beside it for a while. */
    sealedFormer: text("sealed_former"),
    formerUntil: at("former_until"),
    /** Who was shown the present secret, and behind them who was shown the former ones, the newest first. */
    holders: uuid("holders").array().notNull(),
    addedBy: uuid("added_by")
      .notNull()
      .references(() => users.id),
    addedAt: at("added_at").notNull(),
    removedAt: at("removed_at"),
    /** Switched off after failing; an admin switches it on again. Its events wait. */
    disabledAt: at("disabled_at"),
    /** Since when each try has failed, and how many in a row; null and 0 after a success. */
    failingSince: at("failing_since"),
    failures: integer("failures").notNull().default(0),
    /** Nothing is tried before. */
    pausedUntil: at("paused_until"),
    /** One process at a time delivers to it, so that the order of events holds. */
    leaseHolder: text("lease_holder"),
    leasedUntil: at("leased_until"),
  },
  (t) => [
    index("webhook_endpoints_of_environment").on(t.environment),
    check("webhook_endpoints_removed", sql`(${t.removedAt} is null) = (${t.sealedUrl} is not null)`),
  ],
);

/** The outbox: a trigger writes a row in the transaction of each change, while an endpoint wants to hear of it. */
export const webhookEvents = pgTable(
  "webhook_events",
  {
    /** Their order: the changes of one subject happen one after another. */
    position: bigint("position", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    /** `webhook-id` is made of it, and is the same in each delivery. */
    id: uuid("id").notNull().unique().defaultRandom(),
    environment: environment("environment").notNull(),
    type: webhookEventType("type").notNull(),
    /** The order's row, or a hash of the player: order is kept within it. */
    subjectRow: uuid("subject_row").notNull(),
    /** A referenceId or a playerId. */
    subject: text("subject").notNull(),
    data: jsonb("data").$type<Record<string, unknown>>().notNull(),
    at: at("at").notNull(),
    /**
     * The transaction that wrote it, or a later one that wrote of the subject before it. The feed of `/v1/events` follows
     * it: positions are given before the commit, and one of a slow transaction would appear behind what was already read.
     */
    xid: bigint("xid", { mode: "number" }).notNull().default(sql`pg_current_xact_id()::text::bigint`),
  },
  (t) => [
    index("webhook_events_feed").on(t.environment, t.xid, t.position),
    index("webhook_events_by_subject").on(t.subject, t.position),
    index("webhook_events_by_time").on(t.environment, t.at),
  ],
);

/** An event on its way to an endpoint. */
export const webhookDeliveries = pgTable(
  "webhook_deliveries",
  {
    endpointId: uuid("endpoint_id")
      .notNull()
      .references(() => webhookEndpoints.id),
    position: bigint("position", { mode: "number" })
      .notNull()
      .references(() => webhookEvents.position),
    subjectRow: uuid("subject_row").notNull(),
    state: webhookState("state").notNull().default("waiting"),
    tries: integer("tries").notNull().default(0),
    /** When it may be tried next; null where nothing more is to be done. */
    nextTryAt: at("next_try_at"),
    deliveredAt: at("delivered_at"),
    failure: text("failure"),
  },
  (t) => [
    primaryKey({ columns: [t.endpointId, t.position] }),
    index("webhook_deliveries_by_position").on(t.position),
    index("webhook_deliveries_failed").on(t.position, t.endpointId).where(sql`${t.state} = 'failed'`),
    index("webhook_deliveries_waiting").on(t.endpointId, t.position).where(sql`${t.state} = 'waiting'`),
    index("webhook_deliveries_waiting_by_subject")
      .on(t.endpointId, t.subjectRow, t.position)
      .where(sql`${t.state} = 'waiting'`),
  ],
);
