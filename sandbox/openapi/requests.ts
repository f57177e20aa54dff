import { z } from "zod";
import { depositFields } from "../api/deposit";
import { kycRegisterFields } from "../api/kyc-register";
import { kycStatusFields } from "../api/kyc-status";
import { currencyQuery } from "../api/order-fields";
import { transactionsFields } from "../api/transactions";
import { withdrawFields } from "../api/withdraw";
import { digits, text } from "../wire/input";

const signed = {
  timestamp: digits.meta({
    pattern: "^[0-9]+$",
    description: "Unix seconds, within 5 minutes of the service's clock.",
  }),
  nonce: text().describe("Unique for each request."),
};

/** The fields that an endpoint reads, with those that every body has. */
const request = (fields: z.ZodRawShape) =>
  z.toJSONSchema(z.object({ ...fields, ...signed }), {
    io: "input",
    // The class of JSON numbers is the only one that JSON Schema does not know.
    unrepresentable: "any",
    override: ({ zodSchema, jsonSchema }) => {
      if (zodSchema._zod.def.type === "custom") jsonSchema.type = "number";
    },
  });

export const REQUESTS = {
  DepositRequest: request(depositFields),
  WithdrawRequest: request(withdrawFields),
  TransactionRequest: request(transactionsFields),
  BalanceRequest: request(currencyQuery),
  BanksRequest: request(currencyQuery),
  KycRegisterRequest: request(kycRegisterFields),
  KycStatusRequest: request(kycStatusFields),
};
