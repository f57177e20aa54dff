import type { Merchant } from "../merchants/config";
import { shortest } from "../money/decimals";
import { actualAmount, type Order } from "../orders/order";
import { Digits } from "../wire/digits";

const number = (amount: string) => new Digits(shortest(amount));
const numberOrNull = (amount: string | null) => (amount === null ? null : number(amount));

const providerOrderId = (order: Order, { announced }: Merchant) =>
  announced.noProviderOrderId ? {} : { providerOrderId: order.providerOrderId };

/** The answer to a create. Its status is SUCCESS: the order exists and is not paid. */
export function createdBody(order: Order, merchant: Merchant) {
  return {
    transactionId: order.transactionId,
    ...providerOrderId(order, merchant),
    amount: number(order.amount),
    fee: number(order.fee),
    actualAmount: numberOrNull(actualAmount(order)),
    status: "SUCCESS",
    message: order.type === "DEPOSIT" ? "Deposit order created." : "Withdrawal order created.",
  };
}

/** A deposit's answer also says where the payer is to pay. */
export function depositBody(order: Order, merchant: Merchant, payUrl: string) {
  return { ...createdBody(order, merchant), address: `${payUrl}/pay/${order.payToken}`, ...order.parties.receiver };
}

/** The record of an order. `available` is the merchant's balance as the answer is given. */
export function transactionBody(order: Order, merchant: Merchant, available: string) {
  return {
    transactionId: order.transactionId,
    ...providerOrderId(order, merchant),
    merchantId: String(order.merchant),
    referenceId: order.referenceId,
    type: order.type,
    currency: order.currency,
    status: order.status,
    playerId: order.playerId,
    superTransactionId: null,
    createdAt: order.createdAt.toISOString(),
    updatedAt: order.updatedAt.toISOString(),
    method: order.method,
    amount: number(order.amount),
    fee: number(order.fee),
    netAmount: number(order.netAmount),
    actualAmount: numberOrNull(actualAmount(order)),
    currentBalance: number(available),
    ...(order.parties.receiver ?? NO_RECEIVER),
  };
}

const NO_RECEIVER = {
  receiverAccount: null,
  receiverName: null,
  receiverBank: null,
  receiverBankCode: null,
  receiverBankBranch: null,
};
