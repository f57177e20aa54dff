import "server-only";
import { and, eq, gt, inArray, isNull, or, sql } from "drizzle-orm";
import { transactions } from "@/drizzle/schema/transactions";
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
import type { Deps, Found, IntentRow, Kind, Order, OrderType, RecordedOrder } from "./order-type";

/**
 * What of an order's records does not agree with the others. `unknown_key`: its digest was made with a secret that is
 * no longer set, so the terms cannot be verified.
 */
export type Alteration = "terms" | "unknown_key" | "requested_line" | "approval";

/** The audit actions that bind an order's terms to a person. */
const REQUESTED = ["withdrawal.requested", "withdrawal.reissued", "deposit.requested", "deposit.reissued"];
const APPROVED = "withdrawal.approved";

/** The same of a batch, whose root stands for each of its rows. */
const BATCH_REQUESTED = "batch.requested";
const BATCH_APPROVED = "batch.approved";

/** Compares the order, the intent, the approvals and their lines in the audit chain. Empty: all of them agree. */
export async function alterationsOf<Intent extends IntentRow>(
  deps: Deps,
  { recorded }: OrderType<Intent>,
  found: Found<Intent>,
): Promise<Alteration[]> {
  const [altered] = await compareRecords(deps, await recorded(deps, [found]));
  return altered ?? [];
}

/** Freezes orders whose records were changed while they wait, so that they are neither approved nor sent. */
export async function freezeAltered<Intent extends IntentRow>(ctx: Ctx, of: OrderType<Intent>): Promise<void> {
  const waiting = waitingPages(ctx, of.type);
  for await (const { order } of alteredOrders(ctx, of, waiting)) await flagAltered(ctx, `${of.noun}.altered`, order);
}

/** The orders whose records do not agree: all of them, or those of the given pages of row ids. */
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

/** Compares each order with its digest and with the lines of the audit chain. An empty list: all records agree. */
async function compareRecords({ db, vault }: Deps, recorded: RecordedOrder[]): Promise<Alteration[][]> {
  const lines = await linesOf(
    db,
    recorded.flatMap(({ order, batch }) => batch?.id ?? order.referenceId),
  );
  return recorded.map((one) => {
    const { environment, referenceId } = one.order;
    const said = lines.get(keyOf({ environment, referenceId: one.batch?.id ?? referenceId })) ?? [];
    return one.batch ? alterationsInBatch(vault, one, one.batch, said) : alterations(vault, one, said);
  });
}

function alterations(vault: Vault, { order, terms, digest, ...users }: RecordedOrder, lines: Line[]): Alteration[] {
  const checked = checkDigest(vault, { ...order, digest }, terms);
  const wasRequested = lines.some(
    ({ action, actorId, detail }) =>
      action !== APPROVED &&
      actorId === users.requestedBy &&
      detail.digest === digest &&
      detail.amount === order.amount &&
      detail.currency === order.currency,
  );
  const wasApproved = users.approvals.every((approval) =>
    lines.some(
      ({ action, actorId, detail }) =>
        action === APPROVED && actorId === approval.by && detail.digest === approval.digest,
    ),
  );
  return [
    ...(checked === "mismatch" ? ["terms" as const] : []),
    ...(checked === "unknown_key" ? ["unknown_key" as const] : []),
    ...(wasRequested ? [] : ["requested_line" as const]),
    ...(wasApproved ? [] : ["approval" as const]),
  ];
}

type Batch = NonNullable<RecordedOrder["batch"]>;

/** The same for a row of a batch. Its approvers are those of the root that its requester asked for. */
function alterationsInBatch(vault: Vault, one: RecordedOrder, { root, agrees }: Batch, lines: Line[]): Alteration[] {
  const checked = checkDigest(vault, { ...one.order, digest: one.digest }, one.terms);
  const says = (action: string, by: string) =>
    lines.some((line) => line.action === action && line.actorId === by && line.detail.digest === root);
  return [
    ...(checked === "mismatch" || !agrees ? ["terms" as const] : []),
    ...(checked === "unknown_key" ? ["unknown_key" as const] : []),
    ...(says(BATCH_REQUESTED, one.requestedBy) ? [] : ["requested_line" as const]),
    ...(one.approvals.every(({ by }) => says(BATCH_APPROVED, by)) ? [] : ["approval" as const]),
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

/** The lines that requested and approved these orders, without those that are not what their link or digest says. */
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
 * The row ids of the orders that may still be sent and that nothing has frozen, page by page. They are read unsorted:
 * sorted by id, the planner might walk through every order there is, each minute.
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

/** The row ids of all orders with a record of intent in that table, page by page. */
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

type Altered = Pick<typeof transactions.$inferSelect, "id" | "referenceId">;
type Finder = Pick<Ctx, "actor" | "environment" | "now">;

/** Records an altered record once. The order stays as it is, independent of the resolution. */
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
