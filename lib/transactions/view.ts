import "server-only";
import type { transactions } from "@/drizzle/schema/transactions";
import type { withdrawals } from "@/drizzle/schema/withdrawals";
import type { Ctx } from "@/lib/auth/context";
import { may } from "@/lib/auth/permissions";
import type { RecipientView, TransactionRow } from "./schema";

/** What a list shows of an order. */
export function transactionRow(order: typeof transactions.$inferSelect): TransactionRow {
  const { referenceId, transactionId, type, currency, amount, playerId, submission, status } = order;
  const { statusSource: source, statusAt: at } = order;
  return {
    ...{ referenceId, transactionId, type, currency, amount, playerId, submission, status },
    evidence: source && at ? { source, at: at.toISOString() } : null,
    conflict: order.conflictAt !== null,
    createdAt: order.createdAt.toISOString(),
    updatedAt: order.updatedAt.toISOString(),
  };
}

/** Who gets the money, whole or masked, as the reader's role allows. */
export function recipientView({ actor }: Ctx, intent: typeof withdrawals.$inferSelect): RecipientView {
  const masked = !(actor.kind === "person" && may(actor.role, "recipients:reveal"));
  const { destination, destinationName, destinationBranchCode, destinationBranchName, destinationAccountType } = intent;
  const { destinationAccount: account, destinationAccountName: holder } = intent;
  return {
    ...{ destination, destinationName, destinationBranchCode, destinationBranchName, destinationAccountType },
    destinationAccount: masked ? `•••${account.slice(-4)}` : account,
    destinationAccountName: masked ? `${[...holder].slice(0, 2).join("")}•••` : holder,
    masked,
  };
}
