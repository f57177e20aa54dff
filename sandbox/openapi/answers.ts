import { CURRENCIES } from "../money/currencies";
import { STATUSES } from "../orders/status";
import { answer, listOf, number, oneOf, orNull, type Schema, string, time, url, uuid } from "./schema";

const KYC_STATUSES = ["PENDING", "REGISTERED", "FAILED", "EXPIRED"];
const currency = oneOf(...CURRENCIES);
const providerOrderId: Schema = {
  ...string,
  deprecated: true,
  description: "Do not depend on it; it will be removed.",
};

const receiver = {
  receiverAccount: orNull(string),
  receiverName: orNull(string),
  receiverBank: orNull(string),
  receiverBankCode: orNull(string),
  receiverBankBranch: orNull(string),
};

const created = {
  transactionId: uuid,
  "providerOrderId?": providerOrderId,
  amount: number,
  fee: number,
  actualAmount: { ...orNull(number), description: "null until the order is completed." },
  status: { ...oneOf("SUCCESS"), description: "The order exists and is not paid." },
  message: string,
};

/** In callbacks yen are integers and other currencies decimal strings. */
const callbackAmount: Schema = { anyOf: [{ type: "integer" }, { type: "string", pattern: "^[0-9]+(\\.[0-9]+)?$" }] };

export const ANSWERS: Record<string, Schema> = {
  DepositCreated: answer({
    ...created,
    address: { ...url, description: "The payment page for the payer." },
    ...receiver,
  }),
  WithdrawalCreated: answer(created),
  Transaction: answer({
    transactionId: uuid,
    "providerOrderId?": providerOrderId,
    merchantId: string,
    referenceId: string,
    type: oneOf("DEPOSIT", "WITHDRAW"),
    currency,
    status: oneOf(...STATUSES),
    playerId: string,
    superTransactionId: { type: "null" },
    createdAt: time,
    updatedAt: time,
    method: string,
    amount: number,
    fee: number,
    netAmount: { ...number, description: "Deposit: amount minus fee. Withdrawal: amount plus fee." },
    actualAmount: { ...orNull(number), description: "null until completed, then the netAmount." },
    currentBalance: number,
    ...receiver,
  }),
  Balances: listOf(answer({ currency, available_balance: number, ledger_balance: number })),
  Banks: listOf(answer({ name: string, branch: string, bankCode: string, branchCode: string, nameShort: string })),
  KycRegistered: answer({ playerId: string, gateway: string, status: oneOf("PENDING"), message: string }),
  KycStatus: answer({
    playerId: string,
    gateway: string,
    status: oneOf(...KYC_STATUSES),
    providerStatus: { ...string, description: "Informational; do not branch on it." },
    updatedAt: time,
  }),
  Error: answer({ message: string }),
  ValidationError: answer({
    message: string,
    "fields?": { ...listOf(string), description: "One line for each problem: the field, a colon, what is wrong." },
  }),
  UpstreamError: answer({
    message: string,
    code: oneOf("KYC_NOT_REGISTERED", "GATEWAY_NOT_ENABLED", "KYC_NOT_SUPPORTED"),
  }),
  TransactionCallback: answer({
    transaction_id: uuid,
    "provider_order_id?": providerOrderId,
    reference_id: string,
    status: oneOf("COMPLETED", "FAILED"),
    type: oneOf("DEPOSIT", "WITHDRAW"),
    amount: callbackAmount,
    actual_amount: orNull(callbackAmount),
    currency,
    method: string,
  }),
  KycCallback: answer({
    event: oneOf("kyc.status"),
    player_id: string,
    gateway: string,
    status: oneOf(...KYC_STATUSES),
    provider_status: string,
    currency: string,
  }),
  Acknowledgement: { ...oneOf("SUCCESS"), description: "As plain text or as a JSON string; an object does not count." },
};
