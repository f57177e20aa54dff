import "server-only";
import { and, eq, gt, isNull, or, sql } from "drizzle-orm";
import type { deposits } from "@/drizzle/schema/deposits";
import { transactions } from "@/drizzle/schema/transactions";
import type { withdrawals } from "@/drizzle/schema/withdrawals";
import { genesis, linkHash } from "@/lib/audit/chain";
import { HASHED_LINE } from "@/lib/audit/verify";
import type { Ctx } from "@/lib/auth/context";
import type { Vault } from "@/lib/auth/crypto";
import type { Db, Tx } from "@/lib/db/connection";
import type { Environment } from "@/lib/environment";
import type { Fields } from "@/lib/payments-api/sign";
import { checkDigest } from "./digest";
import type { Kind } from "./submit";

type Order = typeof transactions.$inferSelect;
export type Deps = { db: Db | Tx; vault: Vault };

/**
 * What of an order's records does not agree with the others. `unknown_key`: its digest was made with a secret that is
 * no longer set, so the terms cannot be verified.
 */
export type Alteration = "terms" | "unknown_key" | "requested_line" | "approval";

/** An order as the records that a sender reads state it. */
export type RecordedOrder = {
  order: Order;
  terms: Fields;
  digest: string;
  requestedBy: string;
  /** Those who approved it, each with the digest that they approved. */
  approvals: { by: string; digest: string }[];
};

/** The audit actions that bind an order's terms to a person. */
const REQUESTED = ["withdrawal.requested", "withdrawal.reissued", "deposit.requested", "deposit.reissued"];
const APPROVED = "withdrawal.approved";

/** Compares each order with its digest and with the lines of the audit chain. An empty list: all records agree. */
export async function compareRecords({ db, vault }: Deps, recorded: RecordedOrder[]): Promise<Alteration[][]> {
  const lines = await linesOf(
    db,
    recorded.map(({ order }) => order.referenceId),
  );
  return recorded.map((one) => alterations(vault, one, lines.get(keyOf(one.order)) ?? []));
}

function alterations(vault: Vault, { order, terms, digest, ...people }: RecordedOrder, lines: Line[]): Alteration[] {
  const checked = checkDigest(vault, { ...order, digest }, terms);
  const wasRequested = lines.some(
    ({ action, actorId, detail }) =>
      action !== APPROVED &&
      actorId === people.requestedBy &&
      detail.digest === digest &&
      detail.amount === order.amount &&
      detail.currency === order.currency,
  );
  const wasApproved = people.approvals.every((approval) =>
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

type Line = { action: string; actorId: string; detail: Record<string, unknown> };
type Linked = Line & {
  environment: Environment;
  subject: string;
  hash: Buffer | null;
  position: number | null;
  previous: Buffer | null;
  line: (string | null)[];
};

const keyOf = ({ environment, referenceId }: Pick<Order, "environment" | "referenceId">) =>
  `${environment} ${referenceId}`;

/** The lines that requested and approved these orders, without those that are not what their link was made of. */
async function linesOf(db: Db | Tx, referenceIds: string[]): Promise<Map<string, Line[]>> {
  const { rows } = await db.execute<Linked>(sql`
    select e.environment, e.subject, e.action, e.actor_id as "actorId", e.detail, l.hash,
      l.position::float8 as position, p.hash as previous, ${HASHED_LINE} as line
    from audit_events e left join audit_links l on l.event_id = e.id
    left join audit_links p on p.chain = l.chain and p.position = l.position - 1
    where e.subject in (${sql.join(referenceIds, sql`, `)})
      and e.action in (${sql.join([...REQUESTED, APPROVED], sql`, `)}) and e.environment is not null`);
  const intact = rows.filter(({ environment, hash, position, previous, line }) => {
    const before = position === 1 ? genesis(environment) : previous;
    return hash !== null && before !== null && linkHash(before, line).equals(hash);
  });
  return Map.groupBy(intact, ({ environment, subject }) => keyOf({ environment, referenceId: subject }));
}

export type AlteredOrder = { order: Order; altered: Alteration[] };

const PAGE = 500;

/**
 * The row ids of the orders that may still be sent and that nothing has frozen, page by page. They are read unsorted:
 * sorted by id, the planner might walk through every order there is, each minute.
 */
export async function* waitingPages({ db, environment }: Pick<Ctx, "db" | "environment">, type: Kind) {
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
export async function* everyPage(db: Db | Tx, intents: typeof withdrawals | typeof deposits) {
  const id = intents.transactionRow;
  for (let after = "00000000-0000-0000-0000-000000000000"; ; ) {
    const page = await db.select({ id }).from(intents).where(gt(id, after)).orderBy(id).limit(PAGE);
    const last = page.at(-1);
    if (!last) return;
    yield page.map((order) => order.id);
    after = last.id;
  }
}
