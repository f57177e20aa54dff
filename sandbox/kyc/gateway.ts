import type { Merchant } from "../merchants/config";
import { text } from "../wire/input";
import { invalid, Refusal } from "../wire/refusal";

export const gatewayField = text(64).describe("The KYC channel. Required today; optional once announced.").optional();

/** What callers see of every channel once values are neutral. */
const NEUTRAL_GATEWAY = "KYC";

/** The channel that a request means: the one it names or, once that is optional, the merchant's first. */
export function gatewayOf({ gateways, announced }: Merchant, named: string | undefined): string {
  if (named === undefined && !announced.optionalGateway) throw invalid("gateway: is required");
  const isNeutral = announced.neutralValues && named === NEUTRAL_GATEWAY;
  const wanted = named === undefined || isNeutral ? gateways[0] : gateways.find((one) => one === named);
  if (wanted === undefined) {
    throw new Refusal(502, "The KYC channel is not enabled on this account.", { code: "GATEWAY_NOT_ENABLED" });
  }
  return wanted;
}

export const shownGateway = (gateway: string, { announced }: Merchant): string =>
  announced.neutralValues ? NEUTRAL_GATEWAY : gateway;
