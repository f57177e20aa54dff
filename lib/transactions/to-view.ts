import "server-only";
import type { deposits } from "@/drizzle/schema/deposits";
import type { Order } from "@/drizzle/schema/transactions";
import type { Withdrawal } from "@/drizzle/schema/withdrawals";
import type { Ctx } from "@/lib/auth/context";
import { handsOver, mayReveal, seesPii } from "@/lib/pii/access";
import { maskedAccount, maskedLink, maskedName } from "@/lib/pii/mask";
import type { InstructionsView, PayerView, RecipientView, TransactionRow } from "./schema";

type KeptBack = Pick<TransactionRow, "hold" | "frozen">;

/** An order as a list row. `keptBack`: why it is not submitted (`orderRows`). */
export function transactionRow(order: Order, keptBack: KeptBack = { hold: null, frozen: false }): TransactionRow {
  const { referenceId, transactionId, type, currency, amount, playerId, submission, status } = order;
  const { statusSource: source, statusAt: at, paidAt, endedAtSource } = order;
  return {
    ...{ referenceId, transactionId, type, currency, amount, playerId, submission, status },
    evidence: source && at ? { source, at: at.toISOString() } : null,
    conflict: order.discrepancyAt !== null,
    discrepancyKind: order.discrepancyKind,
    resolved: order.resolvedAt !== null,
    ...keptBack,
    possiblySentUntil: order.possiblySentUntil?.toISOString() ?? null,
    createdAt: order.createdAt.toISOString(),
    // Not shown as paid while reports contradict each other.
    paid:
      order.discrepancyAt === null && paidAt && endedAtSource
        ? { at: paidAt.toISOString(), source: endedAtSource }
        : null,
    updatedAt: order.updatedAt.toISOString(),
  };
}

type Recipient = Pick<
  Withdrawal,
  Exclude<keyof RecipientView, "passbook" | "masked" | "revealable"> | "yuchoSymbol" | "yuchoNumber"
>;

/** The recipient, masked by role. */
export function recipientView(ctx: Ctx, intent: Recipient): RecipientView {
  const isMasked = !seesPii(ctx);
  const { destination, destinationName, destinationBranchCode, destinationBranchName, destinationAccountType } = intent;
  const {
    destinationAccount: account,
    destinationAccountName: holder,
    yuchoSymbol: symbol,
    yuchoNumber: number,
  } = intent;
  const hasPassbook = symbol !== null && number !== null;
  return {
    ...{ destination, destinationName, destinationBranchCode, destinationBranchName, destinationAccountType },
    destinationAccount: isMasked ? maskedAccount(account) : account,
    destinationAccountName: isMasked ? maskedName(holder) : holder,
    warnings: intent.warnings,
    passbook: hasPassbook ? { symbol, number: isMasked ? maskedAccount(number) : number } : null,
    masked: isMasked,
    revealable: isMasked && mayReveal(ctx),
  };
}

/** The payer, masked by role. */
export function payerView(ctx: Ctx, intent: typeof deposits.$inferSelect): PayerView {
  const { payerAccountName: name, payerAccount: account, payerBankCode } = intent;
  const isMasked = !seesPii(ctx) && (name !== null || account !== null);
  return {
    payerAccountName: name !== null && isMasked ? maskedName(name) : name,
    payerAccount: account !== null && isMasked ? maskedAccount(account) : account,
    payerBankCode,
    masked: isMasked,
    revealable: isMasked && mayReveal(ctx),
  };
}

/** Payment instructions; unmasked also for roles that inform the player. */
export function instructionsView(ctx: Ctx, said: InstructionsView | null): InstructionsView | null {
  if (said === null || handsOver(ctx)) return said;
  const { address, receiverAccount: account, receiverName: name } = said;
  const isMasked = address !== null || account !== null || name !== null;
  return {
    ...said,
    address: address && maskedLink(address),
    receiverAccount: account && maskedAccount(account),
    receiverName: name && maskedName(name),
    masked: isMasked,
    revealable: isMasked && mayReveal(ctx),
  };
}
