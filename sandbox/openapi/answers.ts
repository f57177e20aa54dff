import { z } from "zod";
import { KYC_STATUSES } from "../kyc/provider-status";
import { currency } from "../money/currencies";
import { STATUSES } from "../orders/status";

const string = z.string();
const number = z.number();
const uuid = string.meta({ format: "uuid" });
const time = string.meta({ format: "date-time" });
const kycStatus = z.enum(KYC_STATUSES);
const providerOrderId = string
  .meta({ deprecated: true, description: "Do not depend on it; it will be removed." })
  .optional();

const receiver = {
  receiverAccount: string.nullable(),
  receiverName: string.nullable(),
  receiverBank: string.nullable(),
  receiverBankCode: string.nullable(),
  receiverBankBranch: string.nullable(),
};

const created = {
  transactionId: uuid,
  providerOrderId,
  amount: number,
  fee: number,
  actualAmount: number.nullable().describe("null until the order is completed."),
  status: z.literal("SUCCESS").describe("The order exists and is not paid."),
  message: string,
};

/** In callbacks yen are integers and other currencies decimal strings. */
const callbackAmount = z.union([z.int(), z.string().regex(/^[0-9]+(\.[0-9]+)?$/)]);

/** Answers are open: a client that is generated from this must accept fields that are added later. */
const answer = z.looseObject;

const schemas = {
  DepositCreated: answer({
    ...created,
    address: string.meta({ format: "uri", description: "The payment page for the payer." }),
    ...receiver,
  }),
  WithdrawalCreated: answer(created),
  Transaction: answer({
    transactionId: uuid,
    providerOrderId,
    merchantId: string,
    referenceId: string,
    type: z.enum(["DEPOSIT", "WITHDRAW"]),
    currency,
    status: z.enum(STATUSES),
    playerId: string,
    superTransactionId: z.null(),
    createdAt: time,
    updatedAt: time,
    method: string,
    amount: number,
    fee: number,
    netAmount: number.describe("Deposit: amount minus fee. Withdrawal: amount plus fee."),
    actualAmount: number.nullable().describe("null until completed, then the netAmount."),
    currentBalance: number,
    ...receiver,
  }),
  Balances: z.array(answer({ currency, available_balance: number, ledger_balance: number })),
  Banks: z.array(answer({ name: string, branch: string, bankCode: string, branchCode: string, nameShort: string })),
  KycRegistered: answer({ playerId: string, gateway: string, status: z.literal("PENDING"), message: string }),
  KycStatus: answer({
    playerId: string,
    gateway: string,
    status: kycStatus,
    providerStatus: string.describe("Informational; do not branch on it."),
    updatedAt: time,
  }),
  Error: answer({ message: string }),
  ValidationError: answer({
    message: string,
    fields: z.array(string).describe("One line for each problem: the field, a colon, what is wrong.").optional(),
  }),
  UpstreamError: answer({
    message: string,
    code: z.enum(["KYC_NOT_REGISTERED", "GATEWAY_NOT_ENABLED", "KYC_NOT_SUPPORTED"]),
  }),
  TransactionCallback: answer({
    transaction_id: uuid,
    provider_order_id: providerOrderId,
    reference_id: string,
    status: z.enum(["COMPLETED", "FAILED"]),
    type: z.enum(["DEPOSIT", "WITHDRAW"]),
    amount: callbackAmount,
    actual_amount: callbackAmount.nullable(),
    currency,
    method: string,
  }),
  KycCallback: answer({
    event: z.literal("kyc.status"),
    player_id: string,
    gateway: string,
    status: kycStatus,
    provider_status: string,
    currency: string,
  }),
  Acknowledgement: z.literal("SUCCESS").describe("As plain text or as a JSON string; an object does not count."),
};

export const ANSWERS = Object.fromEntries(
  Object.entries(schemas).map(([name, schema]) => [name, z.toJSONSchema(schema)]),
);
