import "server-only";
import type { Ctx } from "@/lib/auth/context";
import type { Failure } from "@/lib/payments-api/failure";
import type { TransactionRow } from "@/lib/transactions/schema";
import { headlineOf } from "@/lib/transactions/status/display-status";
import { isKnown } from "@/lib/transactions/status/status";
import { idOf, type Outside, outside } from "./outside";

const orNull = <T>(text: string | null, of: (text: string) => T): T | null => (text === null ? null : of(text));

export const idOrNull = (id: string | null) => orNull(id, idOf);

/** What a mask leaves of a name or an account. */
export const maskOf = (mask: string | null) => orNull(mask, outside);

/** A status of the specification, or what else the service said. */
export const statusOf = (status: string | null): string | Outside | null =>
  orNull(status, (said) => (isKnown(said) ? said : outside(said)));

/** The page of an order; null where its ID is no plain one. */
export function pageOf({ appUrl, environment }: Ctx, referenceId: string): string | null {
  const isPlain = typeof idOf(referenceId) === "string";
  return isPlain ? `${appUrl}/${environment}/transactions/${encodeURIComponent(referenceId)}` : null;
}

/** An order in a list. `headline`: the state in one word, which `explain_order` says as a sentence. */
export const orderFacts = (row: TransactionRow) => ({
  ...{ referenceId: idOf(row.referenceId), transactionId: idOrNull(row.transactionId), type: idOf(row.type) },
  ...{ currency: idOf(row.currency), amount: row.amount, playerId: idOrNull(row.playerId) },
  ...{ status: statusOf(row.status), submission: row.submission, headline: headlineOf(row) },
  ...{ paid: row.paid !== null, createdAt: row.createdAt },
});

/** Why the service refused, or why nothing is known. Its message is text from outside. */
export function failureFacts(failure: Failure | null) {
  if (failure === null) return null;
  const { kind } = failure;
  if (kind === "not_sent") return { kind, reason: failure.reason };
  const { message, code, status } = failure;
  return {
    ...{ kind, httpStatus: status ?? null },
    ...(kind === "unknown" ? { reason: failure.reason } : { fields: failure.fields.map(idOf) }),
    ...(code !== undefined && { code: idOf(code) }),
    ...(message !== undefined && { message: outside(message) }),
  };
}
