import { kycCallback } from "@/sandbox/callbacks/bodies";
import type { DemoRegistration } from "./registrations";
import { callbackUrlOf, type Service, signed } from "./service";

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
