import { randomBytes, randomInt } from "node:crypto";
import Big from "big.js";
import type { Pool } from "pg";
import { inTransaction } from "../database";
import { availableBalance, lockMerchant } from "../ledger/accounts";
import { post } from "../ledger/postings";
import type { Merchant } from "../merchants/config";
import { DECIMALS } from "../money/currencies";
import { feeOf } from "../money/fees";
import { type InsertedOrder, insertOrder, latestByReference, type Order, type OrderType } from "./order";

/** A create request that has passed every check except those on the stored orders and balances. */
export type NewOrder = Omit<
  InsertedOrder,
  "merchant" | "amount" | "fee" | "netAmount" | "providerOrderId" | "repeat" | "payToken"
> & {
  merchant: Merchant;
  amount: Big;
  fee: Big;
};

export type Creation =
  | { kind: "created"; order: Order }
  | { kind: "repeated"; earlier: Order }
  | { kind: "insufficient" };

/** Creates an order. A withdrawal's amount and fee are held in the same transaction. */
export function createOrder(pool: Pool, { merchant, amount, fee, ...wanted }: NewOrder): Promise<Creation> {
  const { type, currency, referenceId } = wanted;
  const decimals = DECIMALS[currency];
  const net = type === "DEPOSIT" ? amount.minus(fee) : amount.plus(fee);

  return inTransaction(pool, async (sql) => {
    await lockMerchant(sql, merchant.number);
    const earlier = await latestByReference(sql, merchant.number, referenceId);
    if (earlier && merchant.repeatedReference !== "second") return { kind: "repeated", earlier };
    if (type === "WITHDRAW") {
      const available = await availableBalance(sql, merchant.number, currency);
      if (Big(available).lt(net)) return { kind: "insufficient" };
    }

    const order = await insertOrder(sql, {
      ...wanted,
      merchant: merchant.number,
      providerOrderId: `P${randomInt(2 ** 47)}`,
      repeat: earlier ? earlier.repeat + 1 : 0,
      amount: amount.toFixed(decimals),
      fee: fee.toFixed(decimals),
      netAmount: net.toFixed(decimals),
      payToken: type === "DEPOSIT" ? randomBytes(24).toString("base64url") : null,
    });
    if (type === "WITHDRAW") {
      await post(sql, order, { reason: "HOLD", debit: "available", credit: "held", amount: order.netAmount });
    }
    return { kind: "created", order };
  });
}

/** The fee of an order, fixed when it is created. */
export function orderFee(merchant: Merchant, type: OrderType, currency: Order["currency"], amount: Big): Big {
  const account = merchant.currencies[currency];
  if (!account) throw new Error(`merchant ${merchant.number} has no ${currency}`);
  return feeOf(amount, account.fees[type], currency);
}
