import Big from "big.js";
import { receiverFor } from "@/sandbox/banks/receivers";
import { transactionCallback } from "@/sandbox/callbacks/bodies";
import type { Merchant } from "@/sandbox/merchants/config";
import { DECIMALS } from "@/sandbox/money/currencies";
import { feeOf } from "@/sandbox/money/fees";
import type { Order } from "@/sandbox/orders/order";
import { canonical, sign } from "@/sandbox/wire/canonical";
import type { DemoOrder } from "./order";

/** The address that an order's or a registration's callbacks come to. */
export const callbackUrlOf = (appUrl: string, token: string) => `${appUrl}/api/callbacks/sandbox/${token}`;

type Fees = { amount: string; fee: string; netAmount: string };
const computed = new WeakMap<object, Fees>();

/** What the sandbox takes for it, with all digits of the currency. */
export function feesOf(order: DemoOrder, merchant: Pick<Merchant, "currencies">): Fees {
  const fees = computed.get(order) ?? computeFees(order, merchant);
  computed.set(order, fees);
  return fees;
}

function computeFees({ currency, amount, type }: DemoOrder, { currencies }: Pick<Merchant, "currencies">): Fees {
  const account = currencies[currency];
  if (!account) throw new Error(`the sandbox's merchant has no ${currency}`);
  const fee = feeOf(Big(amount), account.fees[type], currency);
  const net = type === "DEPOSIT" ? Big(amount).minus(fee) : Big(amount).plus(fee);
  const decimals = DECIMALS[currency];
  return { amount: Big(amount).toFixed(decimals), fee: fee.toFixed(decimals), netAmount: net.toFixed(decimals) };
}

export type Service = { merchant: Merchant; appUrl: string };

/** An order as the sandbox holds it at a moment; null before it was made, or where it never was. */
export function serviceOrder(order: DemoOrder, { merchant, appUrl }: Service, at: Date): Order | null {
  const { placedAt, transactionId, providerOrderId, referenceId, type, currency, playerId, payToken } = order;
  if (placedAt === null || placedAt > at) return null;
  const last = order.moves.findLast((move) => move.at <= at);
  const status = last?.to ?? "SUCCESS";
  return {
    ...{ transactionId, providerOrderId, referenceId, type, currency, playerId, payToken, status },
    ...feesOf(order, merchant),
    ...{ merchant: merchant.number, repeat: 0, method: "BANK_TRANSFER", resultAt: null, resultStatus: null },
    callbackUrl: callbackUrlOf(appUrl, order.callbackToken),
    parties: { receiver: type === "DEPOSIT" ? receiverFor(currency) : null, given: givenOf(order) },
    createdAt: placedAt,
    updatedAt: last?.at ?? placedAt,
  };
}

function givenOf({ type, currency, party }: DemoOrder): Record<string, string> {
  if (type === "WITHDRAW") return party;
  const { destinationAccountName: payerAccountName, destinationAccount, destination } = party;
  if (currency === "JPY") return { payerAccountName };
  if (currency === "USDT") return {};
  return { payerAccountName, payerAccount: destinationAccount, payerBankCode: destination };
}

/** The body and signature of a call. Its status may be one that the order never had. */
export function callOf(order: DemoOrder, service: Service, call: DemoOrder["calls"][number]) {
  const held = serviceOrder(order, service, call.at);
  if (!held) throw new Error(`${order.referenceId} is called about before it was made`);
  const callback = transactionCallback({ ...held, status: call.status as Order["status"] }, service.merchant);
  return { ...callback, ...signed(callback.body, call.isSigned, service.merchant) };
}

export function signed(body: Parameters<typeof canonical>[0] | object, isSigned: boolean, { secretKey }: Merchant) {
  const members = Object.entries(body);
  return { text: JSON.stringify(body), signature: isSigned ? sign(canonical(members), secretKey) : null };
}
