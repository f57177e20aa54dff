import { z } from "zod";
import { gatewayField, gatewayOf, shownGateway } from "../kyc/gateway";
import { providerStatus } from "../kyc/provider-status";
import { latestRegistration } from "../kyc/registrations";
import { readInput, text } from "../wire/input";
import { Refusal } from "../wire/refusal";
import type { Endpoint } from "./endpoint";

export const kycStatusFields = { gateway: gatewayField, playerId: text(128) };
const shape = z.object(kycStatusFields);

export const kycStatus: Endpoint = async ({ sandbox: { pool }, merchant, fields }) => {
  const { playerId, ...input } = readInput(shape, fields);
  const wanted = gatewayOf(merchant, input.gateway);
  // Only a channel that the caller names narrows the search; left out or neutral, any of them will do.
  const gateway = wanted === input.gateway ? wanted : undefined;
  const registration = await latestRegistration(pool, merchant.number, playerId, gateway);
  if (!registration) throw new Refusal(404, "No KYC registration found for this player.");
  return {
    playerId,
    gateway: shownGateway(registration.gateway, merchant),
    status: registration.status,
    providerStatus: providerStatus(registration.status, merchant),
    updatedAt: registration.updatedAt.toISOString(),
  };
};
