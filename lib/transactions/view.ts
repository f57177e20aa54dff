import "server-only";
import type { approvals } from "@/drizzle/schema/approvals";
import type { deposits } from "@/drizzle/schema/deposits";
import type { transactions } from "@/drizzle/schema/transactions";
import type { withdrawals } from "@/drizzle/schema/withdrawals";
import type { Ctx } from "@/lib/auth/context";
import { may } from "@/lib/auth/permissions";
import { refusalOf } from "@/lib/withdrawals/approval";
import type { ApprovalView, PayerView, RecipientView, TransactionRow } from "./schema";
import { isAwaitingApproval } from "./submission";

/** What a list shows of an order. */
export function transactionRow(order: typeof transactions.$inferSelect): TransactionRow {
  const { referenceId, transactionId, type, currency, amount, playerId, submission, status } = order;
  const { statusSource: source, statusAt: at } = order;
  return {
    ...{ referenceId, transactionId, type, currency, amount, playerId, submission, status },
    evidence: source && at ? { source, at: at.toISOString() } : null,
    conflict: order.conflictAt !== null,
    conflictKind: order.conflictKind,
    settled: order.settledAt !== null,
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
    destinationAccount: masked ? maskedAccount(account) : account,
    destinationAccountName: masked ? maskedName(holder) : holder,
    masked,
  };
}

/** Who is to pay, whole for those who create deposits or may see whom we pay. */
export function payerView({ actor }: Ctx, intent: typeof deposits.$inferSelect): PayerView {
  const { payerAccountName: name, payerAccount: account, payerBankCode } = intent;
  const whole = actor.kind === "person" && (may(actor.role, "deposits:create") || may(actor.role, "recipients:reveal"));
  return {
    payerAccountName: whole || name === null ? name : maskedName(name),
    payerAccount: whole || account === null ? account : maskedAccount(account),
    payerBankCode,
    masked: !whole,
  };
}

const maskedAccount = (account: string) => `•••${account.slice(-4)}`;
const maskedName = (name: string) => `${[...name].slice(0, 2).join("")}•••`;

type Decided = { approval: typeof approvals.$inferSelect; byName: string };
type Requested = {
  order: typeof transactions.$inferSelect;
  intent: typeof withdrawals.$inferSelect;
  decided: Decided[];
};

/** What was decided, and whether the reader may decide now; the verb asks the same question again. */
export function approvalView(ctx: Ctx, { order, intent, decided }: Requested): ApprovalView | null {
  const { approversNeeded: needed, approvalExpiresAt: expiresAt } = intent;
  if (expiresAt === null) return null;
  return {
    needed,
    expiresAt: expiresAt.toISOString(),
    given: decided.map(({ approval: { at, decision, reason }, byName }) => ({
      ...{ by: byName, decision, reason },
      at: at.toISOString(),
    })),
    mine: isAwaitingApproval(order.submission) ? mine(ctx, intent, { expiresAt, decided }) : null,
  };
}

function mine(
  { actor, now }: Ctx,
  { requestedBy, digest, approversNeeded }: typeof withdrawals.$inferSelect,
  { expiresAt, decided }: { expiresAt: Date; decided: Decided[] },
): ApprovalView["mine"] {
  const waiting = { requestedBy, digest, approversNeeded, expiresAt, decided: decided.map(({ approval }) => approval) };
  const refused = refusalOf(waiting, { id: actor.id, digest, now: now() });
  switch (refused?.kind) {
    case "own request":
    case "decided before":
      return refused.kind;
    case "expired":
    case "other terms":
      return null;
    case undefined:
      return actor.kind === "person" && may(actor.role, "withdrawals:approve") ? "may decide" : null;
  }
}
