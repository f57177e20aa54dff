import { z } from "zod";
import { callbackUrl, refuseOwnAddress } from "../callbacks/url";
import { gatewayField, gatewayOf, shownGateway } from "../kyc/gateway";
import { register } from "../kyc/registrations";
import { kycOutcome } from "../scenarios/default-outcomes";
import { readInput, text } from "../wire/input";
import { Refusal } from "../wire/refusal";
import type { Endpoint } from "./endpoint";

const FULL_WIDTH_KATAKANA = /^[ァ-ヶ][ァ-ヶー]*([ 　・][ァ-ヶ][ァ-ヶー]*)*$/;

export const kycRegisterFields = {
  gateway: gatewayField,
  playerId: text(128),
  userName: text(100)
    .refine((name) => FULL_WIDTH_KATAKANA.test(name), "must be full-width katakana")
    .describe("Full-width katakana."),
  currency: text(10).meta({ enum: ["JPY"] }),
  callbackUrl: callbackUrl.describe("Receives the final KYC status.").optional(),
};
const shape = z.object(kycRegisterFields);

export const kycRegister: Endpoint = async ({ sandbox, merchant, fields }) => {
  const { playerId, userName, currency, callbackUrl: url, ...input } = readInput(shape, fields);
  if (url !== undefined) refuseOwnAddress(url, sandbox.ownPorts);
  const gateway = gatewayOf(merchant, input.gateway);
  if (currency !== "JPY" || !merchant.currencies.JPY) {
    throw new Refusal(502, "KYC is not available for this currency.", { code: "KYC_NOT_SUPPORTED" });
  }

  const outcome = kycOutcome(merchant, userName);
  await register(sandbox.pool, {
    merchant: merchant.number,
    playerId,
    gateway,
    userName,
    currency,
    callbackUrl: url ?? null,
    createdAt: sandbox.clock.now(),
    ...outcome,
  });
  return {
    playerId,
    gateway: shownGateway(gateway, merchant),
    status: "PENDING",
    message: "KYC registration accepted. It can take up to 30 minutes.",
  };
};
