import "server-only";
import { and, eq, gt, inArray, isNull, or, sql } from "drizzle-orm";
import { type Order, transactions } from "@/drizzle/schema/transactions";
import type { AuditAction } from "@/lib/audit/audit-actions";
import { genesis, lineDigest, linkHash } from "@/lib/audit/chain";
import { record } from "@/lib/audit/record";
import { HASHED_LINE } from "@/lib/audit/verify";
import type { Ctx } from "@/lib/auth/context";
import type { Vault } from "@/lib/auth/crypto";
import type { Db, Tx } from "@/lib/db/connection";
import type { Environment } from "@/lib/environment";
import { log } from "@/lib/log";
import { recordDiscrepancy } from "@/lib/transactions/discrepancies/record";
import { checkDigest } from "./digest";
import type { Deps, Found, IntentRow, Kind, OrderType, RecordedOrder } from "./order-type";

/**
 * Which records of an order disagree. `unknown_key`: its digest uses a secret that is no longer set, so it cannot be
 * verified.
 */
export type Alteration = "terms" | "unknown_key" | "requested_line" | "approval";

/** The audit actions that bind an order's terms to a user. */
const REQUESTED = ["withdrawal.requested", "withdrawal.reissued", "deposit.requested", "deposit.reissued"];
const APPROVED = "withdrawal.approved";

/** The same for a batch, whose root covers its rows. */
const BATCH_REQUESTED = "batch.requested";
const BATCH_APPROVED = "batch.approved";

/** Compares the order, the intent, the approvals and their audit lines. Empty: all agree. */
export async function alterationsOf<Intent extends IntentRow>(
  deps: Deps,
  { recorded }: OrderType<Intent>,
  found: Found<Intent>,
): Promise<Alteration[]> {
  const [altered] = await compareRecords(deps, await recorded(deps, [found]));
  return altered ?? [];
}

/** Freezes waiting orders whose records were altered, so that they are neither approved nor submitted. */
export async function freezeAltered<Intent extends IntentRow>(ctx: Ctx, of: OrderType<Intent>): Promise<void> {
  const waiting = waitingPages(ctx, of.type);
  for await (const { order } of alteredOrders(ctx, of, waiting)) await flagAltered(ctx, `${of.noun}.altered`, order);
}

/** Orders whose records disagree: all, or those in the given pages of row ids. */
export async function* alteredOrders<Intent extends IntentRow>(
  deps: Deps,
  { intents, find, recorded }: OrderType<Intent>,
  pages: AsyncIterable<string[]> = everyPage(deps.db, intents),
): AsyncGenerator<AlteredOrder> {
  for await (const ids of pages) {
    const found = await find(deps.db, inArray(transactions.id, ids));
    const compared = await compareRecords(deps, await recorded(deps, found));
    yield* found
      .map(({ order }, at) => ({ order, altered: compared[at] ?? [] }))
      .filter(({ altered }) => altered.length);
  }
}

/** Compares each order with its digest and audit lines. Empty: all agree. */
async function compareRecords({ db, vault }: Deps, recorded: RecordedOrder[]): Promise<Alteration[][]> {
  const lines = await linesOf(
    db,
    recorded.flatMap(({ order, batch }) => (batch ? [batch.id, order.referenceId] : [order.referenceId])),
  );
  return recorded.map((one) => {
    const { order, batch } = one;
    const about = (referenceId: string) => lines.get(keyOf({ ...order, referenceId })) ?? [];
    return alterations(vault, one, { own: about(order.referenceId), ofBatch: batch ? about(batch.id) : [] });
  });
}

/** The lines of an order itself, and those of its batch; without a batch there are none. */
type Lines = { own: Line[]; ofBatch: Line[] };

/** A row of a batch is requested through its root; approved through that or, after it was held, as a single order. */
function alterations(vault: Vault, recorded: RecordedOrder, { own, ofBatch }: Lines): Alteration[] {
  const { order, terms, digest, batch, requestedBy, approvals } = recorded;
  const checked = checkDigest(vault, { ...order, digest }, terms);
  const isSaidOfBatch = (said: string, by: string) =>
    ofBatch.some(({ action, actorId, detail }) => action === said && actorId === by && detail.digest === batch?.root);
  const isRequest = ({ action, actorId, detail }: Line) =>
    action !== APPROVED &&
    actorId === requestedBy &&
    detail.digest === digest &&
    detail.amount === order.amount &&
    detail.currency === order.currency;
  const isApproved = ({ by, digest: given }: RecordedOrder["approvals"][number]) =>
    isSaidOfBatch(BATCH_APPROVED, by) ||
    own.some(({ action, actorId, detail }) => action === APPROVED && actorId === by && detail.digest === given);
  const wasRequested = batch ? isSaidOfBatch(BATCH_REQUESTED, requestedBy) : own.some(isRequest);
  return [
    ...(checked === "mismatch" || batch?.agrees === false ? ["terms" as const] : []),
    ...(checked === "unknown_key" ? ["unknown_key" as const] : []),
    ...(wasRequested ? [] : ["requested_line" as const]),
    ...(approvals.every(isApproved) ? [] : ["approval" as const]),
  ];
}

type Line = { action: string; actorId: string; detail: Record<string, unknown> };
type Linked = Line & {
  environment: Environment;
  subject: string;
  hash: Buffer | null;
  position: number | null;
  previous: Buffer | null;
  /** Where the line has no link yet. */
  digest: Buffer | null;
  line: (string | null)[];
};

const keyOf = ({ environment, referenceId }: Pick<Order, "environment" | "referenceId">) =>
  `${environment} ${referenceId}`;

/** The audit lines of request and approval, without those that do not match their link. */
async function linesOf(db: Db | Tx, referenceIds: string[]): Promise<Map<string, Line[]>> {
  const { rows } = await db.execute<Linked>(sql`
    select e.environment, e.subject, e.action, e.actor_id as "actorId", e.detail, l.hash,
      l.position::float8 as position, p.hash as previous, u.digest, ${HASHED_LINE} as line
    from audit_events e left join audit_links l on l.event_id = e.id
    left join audit_links p on p.chain = l.chain and p.position = l.position - 1
    left join audit_unlinked u on u.event_id = e.id
    where e.subject in (${sql.join(referenceIds, sql`, `)})
      and e.action in (${sql.join([...REQUESTED, APPROVED, BATCH_REQUESTED, BATCH_APPROVED], sql`, `)}) and e.environment is not null`);
  const intact = rows.filter(({ environment, hash, position, previous, digest, line }) => {
    if (hash === null) return digest !== null && lineDigest(line).equals(digest);
    const before = position === 1 ? genesis(environment) : previous;
    return before !== null && linkHash(before, line).equals(hash);
  });
  return Map.groupBy(intact, ({ environment, subject }) => keyOf({ environment, referenceId: subject }));
}

export type AlteredOrder = { order: Order; altered: Alteration[] };

const PAGE = 500;

/**
 * Row ids of orders that may still be submitted and are not frozen, by page. Unsorted: sorted by id, the planner might
 * scan all orders every minute.
 */
async function* waitingPages({ db, environment }: Pick<Ctx, "db" | "environment">, type: Kind) {
  const { id, submission, discrepancyAt } = transactions;
  const waits = or(eq(submission, "awaiting_approval"), eq(submission, "queued"));
  const mine = and(eq(transactions.environment, environment), eq(transactions.type, type));
  const waiting = await db
    .select({ id })
    .from(transactions)
    .where(and(mine, waits, isNull(discrepancyAt)));
  for (let at = 0; at < waiting.length; at += PAGE) yield waiting.slice(at, at + PAGE).map((order) => order.id);
}

/** Row ids of all orders with an intent in that table, by page. */
async function* everyPage(db: Db | Tx, intents: OrderType["intents"]) {
  const id = intents.transactionRow;
  for (let after = "00000000-0000-0000-0000-000000000000"; ; ) {
    const page = await db.select({ id }).from(intents).where(gt(id, after)).orderBy(id).limit(PAGE);
    const last = page.at(-1);
    if (!last) return;
    yield page.map((order) => order.id);
    after = last.id;
  }
}

type Altered = Pick<Order, "id" | "referenceId">;
type Finder = Pick<Ctx, "actor" | "environment" | "now">;

/** Flags an altered order once, and leaves it unchanged. */
export const flagAltered = (ctx: Finder & Pick<Ctx, "db">, action: AuditAction, order: Altered) =>
  ctx.db.transaction((tx) => flagAlteredIn(tx, ctx, { action, order }));

/** The same, in the caller's transaction. */
export async function flagAlteredIn(tx: Tx, ctx: Finder, { action, order }: { action: AuditAction; order: Altered }) {
  const { id, referenceId } = order;
  const [held] = await tx.select().from(transactions).where(eq(transactions.id, id)).for("update");
  const isNews = held && (await recordDiscrepancy(tx, ctx, held, [{ kind: "altered", said: action }]));
  if (!isNews) return;
  await record(tx, ctx, { action, subject: referenceId });
  log.error({ environment: ctx.environment, referenceId, action }, "an order was altered in the database");
}
