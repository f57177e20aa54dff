import Big from "big.js";
import { receiverFor } from "@/sandbox/banks/receivers";
import { type CallbackBody, kycCallback, transactionCallback } from "@/sandbox/callbacks/bodies";
import type { Merchant } from "@/sandbox/merchants/config";
import { orderFee, sumsOf } from "@/sandbox/orders/create";
import type { Order } from "@/sandbox/orders/order";
import { canonical, sign } from "@/sandbox/wire/canonical";
import { type DemoOrder, payerOf } from "./order";
import type { DemoRegistration } from "./registrations";

/** The address that an order's or a registration's callbacks come to. */
export const callbackUrlOf = (appUrl: string, token: string) => `${appUrl}/api/callbacks/sandbox/${token}`;

/** What the sandbox takes for it, with all digits of the currency. */
export function feesOf(order: DemoOrder, merchant: Merchant) {
  const amount = Big(order.amount);
  return sumsOf(order, amount, orderFee(merchant, order.type, order.currency, amount));
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
    parties: {
      receiver: type === "DEPOSIT" ? receiverFor(currency) : null,
      given: type === "WITHDRAW" ? order.party : payerOf(order),
    },
    createdAt: placedAt,
    updatedAt: last?.at ?? placedAt,
  };
}

/** The body and signature of a call. Its status may be one that the order never had. */
export function callOf(order: DemoOrder, service: Service, call: DemoOrder["calls"][number]) {
  const held = serviceOrder(order, service, call.at);
  if (!held) throw new Error(`${order.referenceId} is called about before it was made`);
  const callback = transactionCallback({ ...held, status: call.status as Order["status"] }, service.merchant);
  return { ...callback, ...signed(callback.body, call.isSigned, service.merchant) };
}

/** The call that says how a registration ended. */
export function kycCallOf(of: DemoRegistration, { merchant, appUrl }: Service) {
  const { playerId, userName, status, answeredAt } = of;
  const callback = kycCallback(
    {
      ...{ id: "", merchant: merchant.number, playerId, userName, status, gateway: merchant.gateways[0] ?? "" },
      ...{ currency: "JPY", callbackUrl: callbackUrlOf(appUrl, of.callbackToken), resultAt: null, resultStatus: null },
      ...{ createdAt: answeredAt, updatedAt: of.decidedAt ?? answeredAt },
    },
    merchant,
  );
  return { ...callback, ...signed(callback.body, of.isSigned, merchant) };
}

function signed(body: CallbackBody, isSigned: boolean, { secretKey }: Merchant) {
  return { text: JSON.stringify(body), signature: isSigned ? sign(canonical(Object.entries(body)), secretKey) : null };
}
