import "server-only";
import { deposits } from "@/drizzle/schema/deposits";
import { type Ctx, requirePermission } from "@/lib/auth/context";
import type { Tx } from "@/lib/db/connection";
import { type NewOrder, recordOrder, reissueOrder, requestOrder } from "@/lib/transactions/submission/create-order";
import { DEPOSIT } from "./integrity";
import { type Terms, termsOf, termsOnRecord } from "./request";
import type { DepositInput } from "./schema";

/** Records a requested deposit and queues its submission. It needs no approval: money can only come in. */
export async function requestDeposit(ctx: Ctx, input: DepositInput) {
  requirePermission(ctx, "deposits:create");
  const { formId, corrects } = input;
  const terms = termsOf(input);
  return requestOrder(ctx, DEPOSIT, {
    ...{ formId, corrects, sealed: terms },
    open: (tx, made) => recordDeposit(tx, ctx, terms, made),
  });
}

/** Creates a deposit again under a new, linked id, so that the player is never given two links for one payment. */
export async function reissueDeposit(ctx: Ctx, { referenceId }: { referenceId: string }) {
  requirePermission(ctx, "deposits:create");
  return reissueOrder(ctx, DEPOSIT, {
    referenceId,
    again: (tx, { order, intent }, made) => recordDeposit(tx, ctx, termsOnRecord(order, intent), made),
  });
}

function recordDeposit(tx: Tx, ctx: Ctx, terms: Terms, made: NewOrder) {
  const { currency: _currency, amount: _amount, playerId: _playerId, ...payer } = terms;
  const { formId, digest, requestedBy } = made;
  const intent = { formId, ...payer, digest, requestedBy, requestedAt: ctx.now() };
  return recordOrder(tx, ctx, DEPOSIT, {
    ...{ made, terms, submission: "queued" },
    insertIntent: (transactionRow) => tx.insert(deposits).values({ transactionRow, ...intent }),
  });
}
