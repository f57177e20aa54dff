import { sql } from "drizzle-orm";
import { bigint, index, jsonb, pgEnum, pgTable, primaryKey, text, timestamp } from "drizzle-orm/pg-core";
import { CHAINS } from "@/lib/audit/chain";
import { bytea, environment } from "./columns";

/** Everything that was done and by whom. A trigger refuses to change or remove a row. */
export const auditEvents = pgTable(
  "audit_events",
  {
    id: bigint("id", { mode: "bigint" }).primaryKey().generatedAlwaysAsIdentity(),
    at: timestamp("at", { withTimezone: true }).notNull(),
    /** Null for what belongs to no environment, such as signing in. */
    environment: environment("environment"),
    actorKind: text("actor_kind").notNull(),
    /** A person's id, a job's task or a delivery's id. */
    actorId: text("actor_id").notNull(),
    /** As it was called at the time; people may be renamed later. */
    actorName: text("actor_name").notNull(),
    action: text("action").notNull(),
    /** What it was done to: a referenceId, a person's id, a delivery's id. */
    subject: text("subject").notNull(),
    detail: jsonb("detail").$type<Record<string, unknown>>().notNull().default({}),
  },
  (t) => [
    index("audit_events_by_subject").on(t.subject, t.id),
    index("audit_events_by_environment").on(t.environment, t.id),
    // The log and its filters, each in the order of its pages.
    index("audit_events_newest").on(t.environment, t.at.desc().nullsFirst(), t.id.desc().nullsFirst()),
    index("audit_events_of_users")
      .on(t.environment, t.at.desc().nullsFirst(), t.id.desc().nullsFirst())
      .where(sql`${t.actorKind} = 'user'`),
    index("audit_events_by_user")
      .on(t.environment, t.actorId, t.at.desc().nullsFirst(), t.id.desc().nullsFirst())
      .where(sql`${t.actorKind} = 'user'`),
    index("audit_events_by_action").on(t.environment, t.action, t.at.desc().nullsFirst(), t.id.desc().nullsFirst()),
    index("audit_events_by_subject_newest").on(
      t.environment,
      t.subject,
      t.at.desc().nullsFirst(),
      t.id.desc().nullsFirst(),
    ),
  ],
);
export type AuditEvent = typeof auditEvents.$inferSelect;

export const auditChain = pgEnum("audit_chain", CHAINS);

/**
 * The chain that shows whether a line was changed, removed or slipped in behind the console's back. The linker
 * (`lib/audit/link.ts`) writes a link for each committed line; `lib/audit/chain.ts` says how its hash is made.
 */
export const auditLinks = pgTable(
  "audit_links",
  {
    chain: auditChain("chain").notNull(),
    /** 1, 2, 3 … without a gap. */
    position: bigint("position", { mode: "number" }).notNull(),
    eventId: bigint("event_id", { mode: "bigint" })
      .notNull()
      .unique()
      .references(() => auditEvents.id),
    hash: bytea("hash").notNull(),
  },
  (t) => [primaryKey({ columns: [t.chain, t.position] })],
);

/** The lines that have no link yet, each with its digest from its own transaction. Only the linker removes them. */
export const auditUnlinked = pgTable("audit_unlinked", {
  eventId: bigint("event_id", { mode: "bigint" }).primaryKey(),
  chain: auditChain("chain").notNull(),
  digest: bytea("digest").notNull(),
});
