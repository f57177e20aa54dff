import type { Pool } from "pg";
import { transactionCallback } from "../callbacks/bodies";
import { queueCallback } from "../callbacks/outbox";
import { inTransaction } from "../database";
import { type AccountKind, type Books, lockBooks } from "../ledger/accounts";
import { type Posting, post, type Reason } from "../ledger/postings";
import type { Merchant } from "../merchants/file";
import { DECIMALS } from "../money/currencies";
import { units } from "../money/decimal";
import { scenarioOf } from "../scenarios/choose";
import { accountOf, type Order, orderById } from "./order";
import { isOpen, isTold, mayBecome, type Status } from "./status";

export type Settlement =
  | { kind: "moved"; order: Order }
  | { kind: "not possible"; from: Status }
  | { kind: "insufficient" };

/** Moves an order to another status, its money with it, and queues the callback: all or nothing. */
export async function settleOrder(pool: Pool, merchant: Merchant, transactionId: string, to: Status, now: Date) {
  return inTransaction(pool, async (sql): Promise<Settlement> => {
    const books = await lockBooks(sql, [merchant.number]);
    const order = await orderById(sql, transactionId);
    if (!order) throw new Error(`no order ${transactionId}`);
    if (!mayBecome(order.status, to)) return { kind: "not possible", from: order.status };
    if (lacksMoney(order, to, books)) return { kind: "insufficient" };

    const moved: Order = { ...order, status: to, updatedAt: now, settleAt: null, settleAs: null };
    await post(sql, movements(order, to, books));
    await sql.query({
      name: "move order",
      text: "update orders set status = $2, updated_at = $3, settle_at = null, settle_as = null where transaction_id = $1",
      values: [transactionId, to, now],
    });
    if (isTold(to)) {
      const twist = scenarioOf(order.referenceId, accountOf(order))?.callback;
      await queueCallback(sql, merchant, transactionCallback(moved, merchant), now, twist);
    }
    return { kind: "moved", order: moved };
  });
}

/** A withdrawal that was closed gave its hold back; paying it after all needs the money once more. */
function lacksMoney(order: Order, to: Status, books: Books): boolean {
  if (order.type !== "WITHDRAW" || to !== "COMPLETED" || isOpen(order.status)) return false;
  const { balance } = books.account(order.merchant, order.currency, "available");
  const decimals = DECIMALS[order.currency];
  return units(balance, decimals) < units(order.netAmount, decimals);
}

function movements(order: Order, to: Status, books: Books): Posting[] {
  const { transactionId, amount, fee, netAmount } = order;
  const move = (reason: Reason, from: AccountKind, into: AccountKind, moving: string): Posting => ({
    transactionId,
    reason,
    debit: books.account(order.merchant, order.currency, from).id,
    credit: books.account(order.merchant, order.currency, into).id,
    amount: moving,
  });

  if (to === "PENDING") return [];
  if (order.type === "DEPOSIT") {
    if (to !== "COMPLETED") return [];
    return [move("CREDIT", "network", "available", amount), move("FEE", "available", "fees", fee)];
  }
  const source = isOpen(order.status) ? "held" : "available";
  return to === "COMPLETED"
    ? [move("CAPTURE", source, "network", amount), move("FEE", source, "fees", fee)]
    : [move("RELEASE", "held", "available", netAmount)];
}
