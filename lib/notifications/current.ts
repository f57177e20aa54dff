import "server-only";
import {
  and,
  desc,
  eq,
  gte,
  inArray,
  isNotNull,
  isNull,
  lte,
  max,
  ne,
  notExists,
  notInArray,
  or,
  type SQL,
  sql,
} from "drizzle-orm";
import { auditEvents } from "@/drizzle/schema/audit";
import { batches, batchRows, cameBack } from "@/drizzle/schema/batches";
import { deliveries } from "@/drizzle/schema/deliveries";
import { attempts } from "@/drizzle/schema/evidence";
import { ledgerSourceRuns } from "@/drizzle/schema/ledger-sources";
import { notifications, notificationViews } from "@/drizzle/schema/notifications";
import { payees, payeeVersions } from "@/drizzle/schema/payees";
import { circuitBreakers } from "@/drizzle/schema/polling";
import { proposals } from "@/drizzle/schema/proposals";
import { registrations } from "@/drizzle/schema/registrations";
import { transactions } from "@/drizzle/schema/transactions";
import { webhookEndpoints } from "@/drizzle/schema/webhooks";
import { DECIDE_UNTIL, withdrawals } from "@/drizzle/schema/withdrawals";
import type { Ctx } from "@/lib/auth/context";
import { isOpen } from "@/lib/auth/dual-control";
import { proposalsHome } from "@/lib/events/announce";
import { isStateEvent, type NotificationEvent, readSubject, type StateEvent, subjectOf } from "@/lib/events/events";
import { GONE_WRONG, KYC_STATUSES } from "@/lib/kyc/state";
import { compareAmounts } from "@/lib/money/amount";
import { DAY_MS } from "@/lib/time";
import { needsActionIn } from "@/lib/transactions/list/needs-action";
import { newestBalance } from "@/lib/transactions/newest-balance";
import { daysNotClosed } from "./days-not-closed";
import type { NotificationSettings } from "./settings";

/** The subjects of which a state holds now, whole: what is not among them has been handled. */
type Holds = (ctx: Ctx, settings: NotificationSettings) => Promise<string[]>;

const POSSIBLY_SENT = ["withdrawal.possibly_sent", "deposit.possibly_sent"];
const UNKNOWN_FOR_MS = 10 * 60_000;
const EXPIRES_WITHIN_MS = 2 * 60 * 60_000;
const FORGED_FOR_MS = DAY_MS;

const orderIds = async (ctx: Ctx, where: SQL | undefined): Promise<string[]> => {
  const mine = and(eq(transactions.environment, ctx.environment), where);
  const rows = await ctx.db.select({ id: transactions.referenceId }).from(transactions).where(mine);
  return rows.map(({ id }) => subjectOf("order", id));
};

/** Payouts, batches and proposals that wait for a decision; those alone that expire before `until`, where it is given. */
async function undecided(ctx: Ctx, until?: Date): Promise<string[]> {
  const { db, environment } = ctx;
  const now = ctx.now();
  const before = (expiry: SQL) => (until ? sql`${expiry} <= ${until.toISOString()}::timestamptz` : undefined);
  const still = (expiry: SQL) => sql`${expiry} > ${now.toISOString()}::timestamptz`;
  const expiry = sql`${DECIDE_UNTIL}`;
  const orders = await db
    .select({ id: transactions.referenceId })
    .from(transactions)
    .innerJoin(withdrawals, eq(withdrawals.transactionRow, transactions.id))
    .where(
      and(
        eq(transactions.environment, environment),
        eq(transactions.submission, "awaiting_approval"),
        ...[still(expiry), before(expiry)],
      ),
    );
  const ofBatch = sql`${batches.approvalExpiresAt}`;
  const files = await batchIds(ctx, and(eq(batches.state, "awaiting_approval"), still(ofBatch), before(ofBatch)));
  const here =
    proposalsHome(ctx) === environment
      ? sql`(${proposals.environment} is null or ${proposals.environment} = ${environment})`
      : eq(proposals.environment, environment);
  const changes = await db
    .select({ id: proposals.id })
    .from(proposals)
    .where(and(here, isOpen(), before(sql`${proposals.expiresAt}`)));
  return [
    ...orders.map(({ id }) => subjectOf("order", id)),
    ...files,
    ...changes.map(({ id }) => subjectOf("proposal", id)),
  ];
}

/** Payees alone, and files of payees as one. They do not expire. */
async function undecidedPayees({ db, environment }: Ctx): Promise<string[]> {
  const { id, waiting } = payees;
  const rows = await db
    .selectDistinct({
      payee: sql<string | null>`case when ${payeeVersions.importId} is null then ${id} end`,
      file: payeeVersions.importId,
    })
    .from(payees)
    .innerJoin(payeeVersions, and(eq(payeeVersions.payeeId, id), eq(payeeVersions.version, waiting)))
    .where(and(eq(payees.environment, environment), isNotNull(waiting)));
  return rows.flatMap(({ payee, file }) => {
    if (file !== null) return subjectOf("payee_import", file);
    return payee === null ? [] : subjectOf("payee", payee);
  });
}

const batchIds = async ({ db, environment }: Ctx, where: SQL | undefined): Promise<string[]> => {
  const rows = await db
    .select({ id: batches.id })
    .from(batches)
    .where(and(eq(batches.environment, environment), where));
  return rows.map(({ id }) => subjectOf("batch", id));
};

/** The subjects of which each state among these events holds now. */
export async function holdingOf(ctx: Ctx, settings: NotificationSettings, among: { event: NotificationEvent }[]) {
  const holding = new Map<NotificationEvent, ReadonlySet<string>>();
  for (const event of new Set(among.map((one) => one.event))) {
    if (isStateEvent(event)) holding.set(event, new Set(await HOLDS[event](ctx, settings)));
  }
  return holding;
}

/** Of these events, the failed registrations whose player was registered again or is registered by now. */
export async function handledFailures(ctx: Ctx, among: { event: NotificationEvent; subject: string }[]) {
  const subjects = among.filter(({ event }) => event === "kyc_failed").map(({ subject }) => subject);
  if (subjects.length === 0) return new Set<string>();
  const { environment, playerId, supersededAt, status } = registrations;
  const ids = subjects.map((subject) => readSubject(subject).id);
  const newest = and(eq(environment, ctx.environment), isNull(supersededAt), inArray(playerId, ids));
  const rows = await ctx.db
    .select({ playerId })
    .from(registrations)
    .where(and(newest, or(inArray(status, GONE_WRONG), notInArray(status, [...KYC_STATUSES]))));
  const failed = new Set(rows.map((row) => row.playerId));
  return new Set(subjects.filter((subject) => !failed.has(readSubject(subject).id)));
}

/** What has waited for a decision since before this moment, and no approver has opened. */
async function unopenedSince({ db, environment }: Ctx, before: Date): Promise<string[]> {
  const viewed = db
    .select({ id: notificationViews.notificationId })
    .from(notificationViews)
    .where(eq(notificationViews.notificationId, notifications.id));
  const rows = await db
    .select({ subject: notifications.subject })
    .from(notifications)
    .where(
      and(
        eq(notifications.environment, environment),
        eq(notifications.event, "approval_waiting"),
        isNull(notifications.endedAt),
        lte(notifications.at, before),
        notExists(viewed),
      ),
    );
  return rows.map(({ subject }) => subject);
}

export const HOLDS: Record<StateEvent, Holds> = {
  approval_waiting: async (ctx) => [...(await undecided(ctx)), ...(await undecidedPayees(ctx))],

  approval_unseen: async (ctx, { unseenMinutes }) => {
    const unopened = await unopenedSince(ctx, new Date(ctx.now().getTime() - unseenMinutes * 60_000));
    if (unopened.length === 0) return [];
    const waiting = new Set([...(await undecided(ctx)), ...(await undecidedPayees(ctx))]);
    return unopened.filter((subject) => waiting.has(subject));
  },

  approval_expiring: async (ctx) => undecided(ctx, new Date(ctx.now().getTime() + EXPIRES_WITHIN_MS)),

  outcome_unknown: async (ctx) => {
    const since = new Date(ctx.now().getTime() - UNKNOWN_FOR_MS);
    // An attempt that ended made it unknown. Its signature may be minutes older (short fuse). Of an order that a lost
    // database may have sent there is no attempt; the log says when it became unknown. In SQL, `greatest` leaves out nulls.
    const markedAt = ctx.db
      .select({ at: max(auditEvents.at) })
      .from(auditEvents)
      .where(
        and(
          eq(auditEvents.environment, ctx.environment),
          eq(auditEvents.subject, transactions.referenceId),
          inArray(auditEvents.action, POSSIBLY_SENT),
        ),
      );
    const unknownAt = sql`greatest(${max(attempts.endedAt)}, (${markedAt}))`;
    const lost = await ctx.db
      .select({ id: transactions.referenceId })
      .from(transactions)
      .leftJoin(attempts, eq(attempts.transactionRow, transactions.id))
      .where(and(eq(transactions.environment, ctx.environment), eq(transactions.submission, "unknown")))
      .groupBy(transactions.id)
      .having(sql`${unknownAt} <= ${since.toISOString()}::timestamptz`);
    return lost.map(({ id }) => subjectOf("order", id));
  },

  discrepancy: (ctx) => orderIds(ctx, and(isNotNull(transactions.discrepancyAt), isNull(transactions.resolvedAt))),

  forged_callbacks: async (ctx) => {
    const failed = and(
      eq(deliveries.environment, ctx.environment),
      eq(deliveries.refusal, "wrong_signature"),
      gte(deliveries.receivedAt, new Date(ctx.now().getTime() - FORGED_FOR_MS)),
    );
    const found = await ctx.db.select({ id: deliveries.id }).from(deliveries).where(failed).limit(1);
    return found.map(() => subjectOf("callbacks", ""));
  },

  batch_paused: (ctx) => batchIds(ctx, eq(batches.state, "paused")),

  // It came back from its approver, or one of its payouts needs a person.
  batch_attention: (ctx) => {
    const open = ctx.db
      .select({ batchId: batchRows.batchId })
      .from(transactions)
      .innerJoin(batchRows, eq(batchRows.transactionRow, transactions.id))
      .where(needsActionIn(ctx));
    return batchIds(
      ctx,
      sql`(${cameBack(ctx.now())} or (${inArray(batches.state, ["sending", "sent", "cancelled"])} and ${inArray(batches.id, open)}))`,
    );
  },

  service_unreachable: async ({ db, environment }) => {
    const broken = and(eq(circuitBreakers.environment, environment), isNotNull(circuitBreakers.openUntil));
    const found = await db.select({ failures: circuitBreakers.failures }).from(circuitBreakers).where(broken);
    return found.map(() => subjectOf("service", ""));
  },

  day_not_closed: async (ctx, { closeBy }) => (await daysNotClosed(ctx, closeBy)).map((day) => subjectOf("day", day)),

  webhook_disabled: async ({ db, environment }) => {
    const { id, disabledAt, removedAt } = webhookEndpoints;
    const off = and(eq(webhookEndpoints.environment, environment), isNotNull(disabledAt), isNull(removedAt));
    const rows = await db.select({ id }).from(webhookEndpoints).where(off);
    return rows.map((row) => subjectOf("webhook", row.id));
  },

  // Until a later reading succeeds.
  ledger_source_failed: async ({ db, environment }) => {
    const { state, startedAt } = ledgerSourceRuns;
    const [newest] = await db
      .select({ state })
      .from(ledgerSourceRuns)
      .where(and(eq(ledgerSourceRuns.environment, environment), ne(state, "running")))
      .orderBy(desc(startedAt))
      .limit(1);
    return newest?.state === "failed" ? [subjectOf("ledger_source", "")] : [];
  },

  low_balance: async (ctx, { lowBalance }) => {
    const low: string[] = [];
    for (const { currency, amount } of lowBalance) {
      const newest = await newestBalance(ctx.db, ctx, currency);
      if (newest && compareAmounts(newest.available, amount) < 0) low.push(subjectOf("balance", currency));
    }
    return low;
  },
};
