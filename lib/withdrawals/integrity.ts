import "server-only";
import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import { approvals } from "@/drizzle/schema/approvals";
import { transactions } from "@/drizzle/schema/transactions";
import { withdrawals } from "@/drizzle/schema/withdrawals";
import { genesis, linkHash } from "@/lib/audit/chain";
import { HASHED_LINE } from "@/lib/audit/verify";
import { type Ctx, requirePermission } from "@/lib/auth/context";
import type { Vault } from "@/lib/auth/vault";
import type { Db, Tx } from "@/lib/db/connection";
import { checkDigest } from "@/lib/transactions/digest";
import { flagAltered } from "@/lib/transactions/sending";
import { termsOnRecord } from "./terms";

type Order = typeof transactions.$inferSelect;
type Intent = typeof withdrawals.$inferSelect;
type Deps = { db: Db | Tx; vault: Vault };

/**
 * What of a withdrawal's records does not agree with the others. `unknown_key`: its digest was made with a secret that is
 * no longer set, so the terms cannot be verified.
 */
export type Alteration = "terms" | "unknown_key" | "requested_line" | "approval";

/** Compares the order, the intent, the approvals and their lines in the audit chain. Empty: all of them agree. */
export async function alterationsOf({ db, vault }: Deps, order: Order, intent: Intent): Promise<Alteration[]> {
  const checked = checkDigest(vault, { ...order, digest: intent.digest }, termsOnRecord(order, intent));
  const [lines, given] = await Promise.all([
    linesOf(db, order),
    db
      .select()
      .from(approvals)
      .where(and(eq(approvals.transactionRow, order.id), eq(approvals.decision, "approved"))),
  ]);
  const wasRequested = lines.some(
    ({ action, actorId, detail }) =>
      action !== "withdrawal.approved" &&
      actorId === intent.requestedBy &&
      detail.digest === intent.digest &&
      detail.amount === order.amount &&
      detail.currency === order.currency,
  );
  const wasApproved = (one: (typeof given)[number]) =>
    lines.some(
      ({ action, actorId, detail }) =>
        action === "withdrawal.approved" && actorId === one.by && detail.digest === one.digest,
    );
  return [
    ...(checked === "mismatch" ? ["terms" as const] : []),
    ...(checked === "unknown_key" ? ["unknown_key" as const] : []),
    ...(wasRequested ? [] : ["requested_line" as const]),
    ...(given.every(wasApproved) ? [] : ["approval" as const]),
  ];
}

type Line = { action: string; actorId: string; detail: Record<string, unknown> };
type Linked = Line & { hash: Buffer | null; position: number | null; previous: Buffer | null; line: (string | null)[] };

/** The lines of the audit log that requested and approved it, as far as each still is what its link was made of. */
async function linesOf(db: Db | Tx, { environment, referenceId }: Order): Promise<Line[]> {
  const { rows } = await db.execute<Linked>(sql`
    select e.action, e.actor_id as "actorId", e.detail, l.hash, l.position::float8 as position, p.hash as previous,
      ${HASHED_LINE} as line
    from audit_events e left join audit_links l on l.event_id = e.id
    left join audit_links p on p.chain = l.chain and p.position = l.position - 1
    where e.environment = ${environment} and e.subject = ${referenceId}
      and e.action in ('withdrawal.requested', 'withdrawal.reissued', 'withdrawal.approved')`);
  return rows.filter(({ hash, position, previous, line }) => {
    const before = position === 1 ? genesis(environment) : previous;
    return hash !== null && before !== null && linkHash(before, line).equals(hash);
  });
}

/** Most of the requests that wait at a time, looked at once a minute. */
const CHECKED = 500;

/** Freezes requests whose records were changed while they wait, so that nobody is asked to approve them. */
export async function flagAlteredRequests(ctx: Ctx): Promise<void> {
  requirePermission(ctx, "orders:sweep");
  const waiting = and(eq(transactions.submission, "awaiting approval"), isNull(transactions.conflictAt));
  const found = await ctx.db
    .select({ order: transactions, intent: withdrawals })
    .from(transactions)
    .innerJoin(withdrawals, eq(withdrawals.transactionRow, transactions.id))
    .where(and(eq(transactions.environment, ctx.environment), waiting))
    .limit(CHECKED);
  for (const { order, intent } of found) {
    const altered = await alterationsOf(ctx, order, intent);
    if (altered.length > 0) await flagAltered(ctx, "withdrawal.altered", order);
  }
}

const PAGE = 500;

export type AlteredWithdrawal = { environment: string; referenceId: string; altered: Alteration[] };

/** Every withdrawal whose records do not agree, for whoever holds the database's address and the secret. */
export async function* alteredWithdrawals(db: Db, vault: Vault): AsyncGenerator<AlteredWithdrawal> {
  for (let after = "00000000-0000-0000-0000-000000000000"; ; ) {
    const ids = db
      .select({ id: withdrawals.transactionRow })
      .from(withdrawals)
      .where(sql`${withdrawals.transactionRow} > ${after}`)
      .orderBy(withdrawals.transactionRow)
      .limit(PAGE);
    const found = await db
      .select({ order: transactions, intent: withdrawals })
      .from(transactions)
      .innerJoin(withdrawals, eq(withdrawals.transactionRow, transactions.id))
      .where(inArray(transactions.id, ids))
      .orderBy(transactions.id);
    for (const { order, intent } of found) {
      const altered = await alterationsOf({ db, vault }, order, intent);
      if (altered.length > 0) yield { environment: order.environment, referenceId: order.referenceId, altered };
    }
    const last = found.at(-1);
    if (!last || found.length < PAGE) return;
    after = last.order.id;
  }
}
