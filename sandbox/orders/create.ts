import { randomBytes, randomInt } from "node:crypto";
import type Big from "big.js";
import type { Pool } from "pg";
import { inTransaction, type Sql, violatedConstraint } from "../database";
import { lockMerchant } from "../ledger/accounts";
import { post } from "../ledger/postings";
import type { Merchant } from "../merchants/config";
import { DECIMALS } from "../money/currencies";
import { feeOf } from "../money/fees";
import { type InsertedOrder, insertOrder, latestByReference, type Order, type OrderType } from "./order";

/** A create request that has passed every check except those on the stored orders and balances. */
export type NewOrder = Omit<InsertedOrder, Computed> & { merchant: Merchant; amount: Big; fee: Big };
type Computed = "merchant" | "amount" | "fee" | "netAmount" | "providerOrderId" | "repeat" | "payToken";

type Refused = { kind: "repeated"; earlier: Order } | { kind: "insufficient" };
export type Creation = { kind: "created"; order: Order } | Refused;

/**
 * Creates an order. A withdrawal's amount and fee are held in the same transaction. The database's constraints refuse a
 * repeated reference and a balance below zero.
 */
export async function createOrder(pool: Pool, { merchant, amount, fee, ...wanted }: NewOrder): Promise<Creation> {
  const { type, referenceId } = wanted;
  const latest = (sql: Sql) => latestByReference(sql, merchant.number, referenceId);

  try {
    return await inTransaction(pool, async (sql) => {
      await lockMerchant(sql, merchant.number);
      const earlier = merchant.repeatedReference === "second" ? await latest(sql) : undefined;
      const order = await insertOrder(sql, {
        ...wanted,
        merchant: merchant.number,
        providerOrderId: `P${randomInt(2 ** 47)}`,
        repeat: earlier ? earlier.repeat + 1 : 0,
        ...sumsOf(wanted, amount, fee),
        payToken: type === "DEPOSIT" ? randomBytes(24).toString("base64url") : null,
      });
      if (type === "WITHDRAW") {
        await post(sql, order, { reason: "HOLD", debit: "available", credit: "held", amount: order.netAmount });
      }
      return { kind: "created", order };
    });
  } catch (error) {
    const constraint = violatedConstraint(error);
    if (constraint === "never_negative") return { kind: "insufficient" };
    const earlier = constraint === "orders_merchant_reference_id_repeat_key" ? await latest(pool) : undefined;
    if (earlier) return { kind: "repeated", earlier };
    throw error;
  }
}

/** The sums of an order with all digits of its currency: a fee is taken from a deposit, and added to a withdrawal. */
export function sumsOf({ type, currency }: Pick<Order, "type" | "currency">, amount: Big, fee: Big) {
  const net = type === "DEPOSIT" ? amount.minus(fee) : amount.plus(fee);
  const decimals = DECIMALS[currency];
  return { amount: amount.toFixed(decimals), fee: fee.toFixed(decimals), netAmount: net.toFixed(decimals) };
}

/** The fee of an order, fixed when it is created. */
export function orderFee(merchant: Merchant, type: OrderType, currency: Order["currency"], amount: Big): Big {
  const account = merchant.currencies[currency];
  if (!account) throw new Error(`merchant ${merchant.number} has no ${currency}`);
  return feeOf(amount, account.fees[type], currency);
}
