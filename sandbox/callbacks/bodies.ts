import { shownGateway } from "../kyc/gateway";
import { providerStatus } from "../kyc/provider-status";
import type { Registration } from "../kyc/registrations";
import type { Merchant } from "../merchants/config";
import type { Currency } from "../money/currencies";
import { actualAmount, type Order } from "../orders/order";
import { Digits } from "../wire/digits";
import type { FlatValue } from "../wire/flat-json";

export type CallbackBody = Record<string, FlatValue>;
export type Callback = { url: string; body: CallbackBody; transactionId: string | null; registrationId: string | null };

/** In callbacks yen are JSON integers, other currencies decimal strings. */
const amountIn = (currency: Currency, amount: string) => (currency === "JPY" ? new Digits(amount) : amount);

export function transactionCallback(order: Order, { announced }: Merchant): Callback {
  const actual = actualAmount(order);
  const body = {
    transaction_id: order.transactionId,
    ...(!announced.noProviderOrderId && { provider_order_id: order.providerOrderId }),
    reference_id: order.referenceId,
    status: order.status,
    type: order.type,
    amount: amountIn(order.currency, order.amount),
    actual_amount: actual === null ? null : amountIn(order.currency, actual),
    currency: order.currency,
    method: order.method,
  };
  return { url: order.callbackUrl, body, transactionId: order.transactionId, registrationId: null };
}

export function kycCallback(registration: Registration & { callbackUrl: string }, merchant: Merchant): Callback {
  const { announced, number } = merchant;
  const { playerId, gateway, status, currency, id, callbackUrl } = registration;
  const body = {
    event: "kyc.status",
    player_id: announced.unprefixedPlayerIds ? playerId : `${number}_${playerId}`,
    gateway: shownGateway(gateway, merchant),
    status,
    provider_status: providerStatus(status, merchant),
    currency,
  };
  return { url: callbackUrl, body, transactionId: null, registrationId: id };
}
