import { CURRENCIES } from "../money/currencies";
import { object, oneOf, type Schema, string, url } from "./schema";

const described = (schema: Schema, description: string): Schema => ({ ...schema, description });

const amount: Schema = {
  anyOf: [
    { type: "string", pattern: "^[0-9]+(\\.[0-9]+)?$" },
    { type: "number", exclusiveMinimum: 0 },
  ],
  description: "Whole yen for JPY; at most 2 decimals for THB and 6 for USDT.",
};

const signed = {
  timestamp: {
    anyOf: [{ type: "string", pattern: "^[0-9]+$" }, { type: "integer" }],
    description: "Unix seconds, within 5 minutes of the service's clock.",
  },
  nonce: described(string, "Unique for each request."),
};

const order = {
  amount,
  channel: oneOf("BANK_TRANSFER"),
  currency: oneOf(...CURRENCIES),
  callbackUrl: described(url, "Receives the final status."),
  referenceId: described(string, "The merchant's unique order id."),
  playerId: string,
};

const currency = { "currency?": described(oneOf(...CURRENCIES), "Leave out for every currency.") };
const gateway = { "gateway?": described(string, "The KYC channel. Required today; optional once announced.") };

export const REQUESTS: Record<string, Schema> = {
  DepositRequest: object({
    ...order,
    "payerAccountName?": string,
    "payerAccount?": string,
    "payerBankCode?": described(string, "A Thai bank code; leave out for JPY."),
    ...signed,
  }),
  WithdrawRequest: object({
    ...order,
    destination: described(string, "The recipient's bank code. JPY: 4 digits."),
    destinationName: described(string, "The recipient's bank name."),
    destinationAccount: described(string, "The account number."),
    destinationAccountName: described(string, "The account holder; katakana for JPY."),
    "destinationBranchCode?": described(string, "Required for JPY: 3 digits."),
    "destinationBranchName?": described(string, "Required for JPY."),
    "destinationAccountType?": described(oneOf("1", "2"), "JPY: 1 savings (default), 2 checking."),
    "destinationBranch?": described(string, "Legacy: all digits are the branch code, anything else the branch name."),
    ...signed,
  }),
  TransactionRequest: object({
    id: described(string, "The merchant's referenceId or the service's transactionId."),
    ...signed,
  }),
  BalanceRequest: object({ ...currency, ...signed }),
  BanksRequest: object({ ...currency, ...signed }),
  KycRegisterRequest: object({
    ...gateway,
    playerId: string,
    userName: described(string, "Full-width katakana."),
    currency: oneOf("JPY"),
    "callbackUrl?": described(url, "Receives the final KYC status."),
    ...signed,
  }),
  KycStatusRequest: object({ ...gateway, playerId: string, ...signed }),
};
