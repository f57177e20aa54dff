import { sql } from "drizzle-orm";
import {
  type AnyPgColumn,
  check,
  customType,
  type ExtraConfigColumn,
  index,
  integer,
  numeric,
  pgEnum,
  pgTable,
  text,
  timestamp,
  unique,
  uuid,
} from "drizzle-orm/pg-core";
import { listStatusOf } from "@/lib/transactions/status/display-status";
import { ENDED_AT_SOURCES, SOURCES, STATUSES } from "@/lib/transactions/status/status";
import { DISCREPANCY_KINDS } from "@/lib/transactions/status/status-report";
import { HOLD_REASONS } from "@/lib/transactions/submission/hold-reasons";
import { SUBMISSIONS } from "@/lib/transactions/submission/submission";
import { environment } from "./columns";

export const submission = pgEnum("submission", SUBMISSIONS);
export const source = pgEnum("source", SOURCES);
export const endedAtSource = pgEnum("ended_at_source", ENDED_AT_SOURCES);
export const discrepancyKind = pgEnum("discrepancy_kind", DISCREPANCY_KINDS);
export const holdReason = pgEnum("hold_reason", HOLD_REASONS);

type Standing = Record<"discrepancyAt" | "resolvedAt" | "submission" | "heldAt", AnyPgColumn>;

/** It waits for a user. */
export const standsStill = (t: Standing) =>
  sql`((${t.discrepancyAt} is not null and ${t.resolvedAt} is null) or ${t.submission} in ('unknown', 'not_created')
    or (${t.heldAt} is not null and ${t.submission} in ('queued', 'awaiting_approval')))`;

type Outcome = Record<"submission" | "status" | "heldAt", AnyPgColumn>;

/** Why a payout waits for its requester; null where it does not. `SETBACKS` in lib/withdrawals/follow-up.ts has the words. */
export const setback = (t: Outcome) =>
  sql`case when ${t.status} in ('FAILED', 'CANCELLED', 'RESOLVED') then ${t.status}
    when ${t.status} is null and ${t.heldAt} is not null and ${t.submission} in ('queued', 'awaiting_approval') then 'held'
    when ${t.status} is null and ${t.submission} in ('sent_back', 'declined', 'expired', 'stopped', 'rejected', 'not_created')
      then ${t.submission}::text end`;

/** The same as a condition, in the words of its index. */
export const isSetBack = (t: Outcome & Record<"type", AnyPgColumn>) =>
  sql`(${t.type} = 'WITHDRAW' and (${t.status} in ('FAILED', 'CANCELLED', 'RESOLVED')
    or (${t.status} is null and (${t.submission} in ('sent_back', 'declined', 'expired', 'stopped', 'rejected', 'not_created')
      or (${t.heldAt} is not null and ${t.submission} in ('queued', 'awaiting_approval'))))))`;

/** Orders that need a user or a job. Its index holds these; every query of it asks for a part of them. */
const needsAttention = (t: Standing) =>
  sql`(${t.discrepancyAt} is not null or ${t.submission} in ('unknown', 'not_created', 'queued', 'awaiting_approval'))`;

/** The service has it, or may have it, and it is not final. The display status says less, but has an index. */
export const inFlight = (t: Record<"submission" | "status" | "displayStatus", AnyPgColumn>) =>
  sql`(${t.displayStatus} in ('SUCCESS', 'PENDING', 'unfamiliar', 'unknown', 'unheard') and (${t.submission} is null or ${t.submission} in ('submitting', 'unknown', 'accepted'))
    and (${t.status} is null or ${t.status} not in ('COMPLETED', 'FAILED', 'CANCELLED', 'RESOLVED')))`;

type Moved = Record<"actualAmount" | "netAmount" | "amount" | "fee" | "type", AnyPgColumn>;

/** What a paid order moved the balance by: a withdrawal takes its fee too, a deposit comes without it. */
export const movedAmount = (t: Moved) =>
  sql`coalesce(${t.actualAmount}, ${t.netAmount},
    ${t.amount} + case ${t.type} when 'WITHDRAW' then 1 else -1 end * coalesce(${t.fee}, 0))`;

/** `listStatusOf` as an expression, made by asking the function itself. */
function listStatus() {
  const quoted = (words: readonly string[]) => words.map((word) => `'${word}'`).join(", ");
  const ofStatuses = STATUSES.map((status) => `when '${status}' then '${listStatusOf({ status, submission: null })}'`);
  const words = Map.groupBy(SUBMISSIONS, (submission) => listStatusOf({ status: null, submission }));
  const ofSubmissions = [...words].map(([word, ones]) => `when submission in (${quoted(ones)}) then '${word}'`);
  const unfamiliar = listStatusOf({ status: "NOT_KNOWN", submission: null });
  const unheard = listStatusOf({ status: null, submission: null });
  return sql.raw(`case when status is not null then case status ${ofStatuses.join(" ")} else '${unfamiliar}' end
    ${ofSubmissions.join("\n    ")} else '${unheard}' end`);
}

/** Compared byte by byte, so that the unique index also finds what begins so. */
const id = customType<{ data: string }>({ dataType: () => 'text collate "C"' });

const newest = (column: ExtraConfigColumn) => column.desc().nullsFirst();
const prefix = (column: ExtraConfigColumn) => column.op("text_pattern_ops");

/** One row an order: what we hold to be true of it now. Why we hold it is in attempts, exchanges and reports. */
export const transactions = pgTable(
  "transactions",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    environment: environment("environment").notNull(),
    /** Ours, where we created the order: it exists before the service has heard of it. */
    referenceId: id("reference_id").notNull(),
    /** Theirs. Null until the service has answered, and null permanently if it refused. */
    transactionId: id("transaction_id"),
    /** DEPOSIT or WITHDRAW; a word we do not know is kept as it came. */
    type: text("type").notNull(),
    currency: text("currency").notNull(),
    amount: numeric("amount").notNull(),
    fee: numeric("fee"),
    netAmount: numeric("net_amount"),
    actualAmount: numeric("actual_amount"),
    playerId: text("player_id"),
    method: text("method"),
    /** Did our create call get through? Null where another system of the merchant created the order. */
    submission: submission("submission"),
    /** What does the service say? Null until it has said something we believe. */
    status: text("status"),
    statusSource: source("status_source"),
    statusAt: timestamp("status_at", { withTimezone: true }),
    /** Set when two believed reports, or a report and our record, cannot both be true. A person decides. */
    discrepancyAt: timestamp("discrepancy_at", { withTimezone: true }),
    /** Why. Null in records from before kinds were distinguished. */
    discrepancyKind: discrepancyKind("discrepancy_kind"),
    /** When a user resolved all discrepancies; null if they are open, or a new one was recorded since. */
    resolvedAt: timestamp("resolved_at", { withTimezone: true }),
    /** Set by the sender instead of sending, until a person has acted; while it is set, nothing leaves. */
    heldAt: timestamp("held_at", { withTimezone: true }),
    heldReason: holdReason("held_reason"),
    /** The order that came to nothing and in whose place this one was made. Each is replaced at most once. */
    replaces: uuid("replaces")
      .unique()
      .references((): AnyPgColumn => transactions.id),
    /** The unguessable part of this order's own callback address. */
    callbackToken: text("callback_token").unique(),
    /** A database that was lost may have sent it until then; null where none can have. */
    possiblySentUntil: timestamp("possibly_sent_until", { withTimezone: true }),
    lastPolledAt: timestamp("last_polled_at", { withTimezone: true }),
    nextPollAt: timestamp("next_poll_at", { withTimezone: true }),
    /** The display status that lists filter by. */
    displayStatus: text("display_status").notNull().generatedAlwaysAs(listStatus()),
    /** Status checks since the last change; the interval between checks grows with it. */
    polls: integer("polls").notNull().default(0),
    /**
     * Whom it pays, or who pays it, as the form had it: triggers copy it here from `withdrawals` and `deposits`, so that
     * an index can hold all that a search shows. Null where another system of the merchant created the order.
     */
    partyName: text("party_name"),
    partyAccount: text("party_account"),
    /** As they are searched for: the name folded like `nameKey` does it, the account without spaces and hyphens. */
    partyKey: text("party_key").generatedAlwaysAs(sql`nullif(name_key(party_name), '')`),
    partyDigits: text("party_digits").generatedAlwaysAs(sql`account_key(party_account)`),
    /** When it was requested here; where another system created it, when the service says that it was created. */
    createdAt: timestamp("created_at", { withTimezone: true }).notNull(),
    /** When an order of another system was first seen here; the same as `createdAt` where the service named no time. */
    firstSeenAt: timestamp("first_seen_at", { withTimezone: true }),
    /** When it reached its final status, and who says so; when this was learned here. */
    endedAt: timestamp("ended_at", { withTimezone: true }),
    endedAtSource: endedAtSource("ended_at_source"),
    endKnownAt: timestamp("end_known_at", { withTimezone: true }),
    paidAt: timestamp("paid_at", { withTimezone: true }).generatedAlwaysAs(
      sql`case when status = 'COMPLETED' then ended_at end`,
    ),
    updatedAt: timestamp("updated_at", { withTimezone: true }).notNull(),
  },
  (t) => [
    unique("transactions_reference_id").on(t.environment, t.referenceId),
    unique("transactions_transaction_id").on(t.environment, t.transactionId),
    check("transactions_amount_is_positive", sql`${t.amount} > 0`),
    // The list: its default order, and the filters that few orders pass. Others are scanned in this order.
    index("transactions_newest").on(t.environment, newest(t.createdAt), newest(t.id)),
    index("transactions_by_status").on(t.environment, t.displayStatus, newest(t.createdAt), newest(t.id)),
    index("transactions_by_player").on(t.environment, prefix(t.playerId), newest(t.createdAt), newest(t.id)),
    index("transactions_by_amount").on(t.environment, t.currency, newest(t.amount), newest(t.createdAt), newest(t.id)),
    index("transactions_ended").on(t.environment, t.endedAt, t.endKnownAt).where(sql`${t.endedAt} is not null`),
    // Work queues: each holds what waits, and little else.
    index("transactions_due").on(t.environment, t.nextPollAt).where(sql`${t.nextPollAt} is not null`),
    index("transactions_attention")
      .on(t.environment, t.submission, newest(t.createdAt), newest(t.id))
      .where(needsAttention(t)),
    index("transactions_set_back").on(t.environment, newest(t.updatedAt)).where(isSetBack(t)),
    // The search: beginnings, and ends as beginnings of the reversed text.
    index("transactions_by_player_end")
      .on(t.environment, sql`reverse(${t.playerId}) text_pattern_ops`, newest(t.createdAt), newest(t.id))
      .where(sql`${t.playerId} is not null`),
    index("transactions_by_party")
      .on(t.environment, prefix(t.partyKey), newest(t.createdAt))
      .where(sql`${t.partyKey} is not null`),
    index("transactions_by_account")
      .on(t.environment, prefix(t.partyDigits), newest(t.createdAt))
      .where(sql`${t.partyDigits} is not null`),
    index("transactions_by_account_end")
      .on(t.environment, sql`reverse(${t.partyDigits}) text_pattern_ops`)
      .where(sql`${t.partyDigits} is not null`),
  ],
);
export type Order = typeof transactions.$inferSelect;
