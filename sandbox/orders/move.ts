import type { Pool } from "pg";
import { transactionCallback } from "../callbacks/bodies";
import { queueCallback } from "../callbacks/outbox";
import { inTransaction, violatedConstraint } from "../database";
import { lockMerchant } from "../ledger/accounts";
import { type Posting, post } from "../ledger/postings";
import type { Merchant } from "../merchants/config";
import { scenarioOf } from "../scenarios/scenarios";
import { accountOf, type Order, orderById, setStatus } from "./order";
import { hasCallback, isOpen, mayBecome, type Status } from "./status";

export type Move = {
  merchant: Merchant;
  transactionId: string;
  to: Status;
  now: Date;
  /** Asked under the lock: until then another may have moved the order. Without it every transition is taken. */
  onlyIf?: (order: Order) => boolean;
};

export type Moved = { kind: "moved"; order: Order } | { kind: "not possible"; from: Status } | { kind: "insufficient" };

/** Moves an order to another status, with its money and its callback: all or nothing. */
export async function moveOrder(pool: Pool, { merchant, transactionId, to, now, onlyIf }: Move): Promise<Moved> {
  try {
    return await inTransaction(pool, async (sql) => {
      await lockMerchant(sql, merchant.number);
      const order = await orderById(sql, transactionId);
      if (!order) throw new Error(`no order ${transactionId}`);
      const isWanted = onlyIf?.(order) ?? true;
      if (!isWanted || !mayBecome(order.status, to)) return { kind: "not possible", from: order.status };

      const moved = await setStatus(sql, transactionId, to, now);
      for (const posting of postingsFor(order, to)) await post(sql, order, posting);
      if (hasCallback(to)) {
        const variant = scenarioOf(order.referenceId, accountOf(order))?.callback;
        await queueCallback(sql, { merchant, callback: transactionCallback(moved, merchant), now, variant });
      }
      return { kind: "moved", order: moved };
    });
  } catch (error) {
    if (violatedConstraint(error) === "never_negative") return { kind: "insufficient" };
    throw error;
  }
}

type Money = Pick<Order, "type" | "status" | "amount" | "fee" | "netAmount">;

export function postingsFor({ type, status, amount, fee, netAmount }: Money, to: Status): Posting[] {
  if (to === "PENDING") return [];
  if (type === "DEPOSIT") {
    if (to !== "COMPLETED") return [];
    return [
      { reason: "CREDIT", debit: "network", credit: "available", amount },
      { reason: "FEE", debit: "available", credit: "fees", amount: fee },
    ];
  }
  if (to !== "COMPLETED") return [{ reason: "RELEASE", debit: "held", credit: "available", amount: netAmount }];
  // The hold of a closed withdrawal was released; paying it after all needs the money again.
  const source = isOpen(status) ? "held" : "available";
  return [
    { reason: "CAPTURE", debit: source, credit: "network", amount },
    { reason: "FEE", debit: source, credit: "fees", amount: fee },
  ];
}
