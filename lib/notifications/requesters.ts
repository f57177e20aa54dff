import "server-only";
import { and, eq, inArray, sql } from "drizzle-orm";
import { apiKeys } from "@/drizzle/schema/api-keys";
import { batches } from "@/drizzle/schema/batches";
import { payeeImports, payees, payeeVersions } from "@/drizzle/schema/payees";
import { proposals } from "@/drizzle/schema/proposals";
import { transactions } from "@/drizzle/schema/transactions";
import { withdrawals } from "@/drizzle/schema/withdrawals";
import type { Ctx } from "@/lib/auth/context";
import type { Db, Tx } from "@/lib/db/connection";
import { readSubject, type SubjectKind, subjectOf } from "@/lib/events/events";

/**
 * Who asked for what waits, by subject: they cannot decide about it. Where a key asked, these are all who were shown a
 * secret of it.
 */
export async function requestersOf(
  db: Db | Tx,
  { environment }: Pick<Ctx, "environment">,
  subjects: string[],
): Promise<Map<string, readonly string[]>> {
  const read = subjects.map(readSubject);
  const idsOf = (of: SubjectKind) => read.filter(({ kind }) => kind === of).map(({ id }) => id);
  const holders = sql<string[]>`coalesce(${apiKeys.holders}, '{}')`;
  const orders = await db
    .select({ id: transactions.referenceId, by: withdrawals.requestedBy, holders })
    .from(transactions)
    .innerJoin(withdrawals, eq(withdrawals.transactionRow, transactions.id))
    .leftJoin(apiKeys, eq(apiKeys.id, withdrawals.requestedBy))
    .where(and(eq(transactions.environment, environment), inArray(transactions.referenceId, idsOf("order"))));
  const files = await db
    .select({ id: batches.id, by: batches.requestedBy, holders })
    .from(batches)
    .leftJoin(apiKeys, eq(apiKeys.id, batches.requestedBy))
    .where(inArray(batches.id, idsOf("batch")));
  const about = sql<string | null>`${proposals.change} ->> 'userId'`;
  const changes = await db
    .select({ id: proposals.id, by: proposals.proposedBy, about, holders })
    .from(proposals)
    .leftJoin(apiKeys, eq(sql`${apiKeys.id}::text`, about))
    .where(inArray(proposals.id, idsOf("proposal")));
  const single = await db
    .select({ id: payees.id, by: payeeVersions.proposedBy })
    .from(payees)
    .innerJoin(payeeVersions, and(eq(payeeVersions.payeeId, payees.id), eq(payeeVersions.version, payees.waiting)))
    .where(inArray(payees.id, idsOf("payee")));
  const imports = await db
    .select({ id: payeeImports.id, by: payeeImports.proposedBy })
    .from(payeeImports)
    .where(inArray(payeeImports.id, idsOf("payee_import")));
  return new Map([
    ...orders.map((one) => [subjectOf("order", one.id), [one.by, ...one.holders]] as const),
    ...files.map((one) => [subjectOf("batch", one.id), [...(one.by ? [one.by] : []), ...one.holders]] as const),
    ...changes.map(
      (one) => [subjectOf("proposal", one.id), [one.by, ...(one.about ? [one.about] : []), ...one.holders]] as const,
    ),
    ...single.map((one) => [subjectOf("payee", one.id), [one.by]] as const),
    ...imports.map((one) => [subjectOf("payee_import", one.id), [one.by]] as const),
  ]);
}
