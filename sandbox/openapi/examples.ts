import { banksOf } from "../banks/banks";
import { receiverFor } from "../banks/receivers";

const signed = { timestamp: "1797552000", nonce: "0b6f6f6e-6f0c-4c5e-9f0e-2f6b6f1f7a11" };
const TRANSACTION_ID = "019a9f3c-5d2e-7c41-9d5e-3b1f8a6c2e70";

const order = {
  amount: "12000",
  channel: "BANK_TRANSFER",
  currency: "JPY",
  callbackUrl: "https://merchant.example/callbacks/payments",
  playerId: "player-1",
};

const receiver = receiverFor("JPY");

const created = {
  transactionId: TRANSACTION_ID,
  providerOrderId: "P104829384756",
  amount: 12000,
  fee: 210,
  actualAmount: null,
  status: "SUCCESS",
};

/** One example for each schema, by its name. */
export const EXAMPLES: Record<string, unknown> = {
  DepositRequest: { ...order, referenceId: "DEPOSIT-1", payerAccountName: "ヤマダ　タロウ", ...signed },
  WithdrawRequest: {
    ...order,
    referenceId: "PAYOUT-1",
    destination: "0001",
    destinationName: "みずほ銀行",
    destinationAccount: "0123456",
    destinationAccountName: "ヤマダ　タロウ",
    destinationBranchCode: "001",
    destinationBranchName: "東京営業部",
    destinationAccountType: "1",
    ...signed,
  },
  TransactionRequest: { id: "PAYOUT-1", ...signed },
  BalanceRequest: { currency: "JPY", ...signed },
  BanksRequest: { currency: "THB", ...signed },
  KycRegisterRequest: {
    gateway: "JPBANK",
    playerId: "player-1",
    userName: "ヤマダ　タロウ",
    currency: "JPY",
    callbackUrl: "https://merchant.example/callbacks/kyc",
    ...signed,
  },
  KycStatusRequest: { gateway: "JPBANK", playerId: "player-1", ...signed },

  DepositCreated: {
    ...created,
    fee: 180,
    message: "Deposit order created.",
    address: "http://127.0.0.1:4010/pay/3f9x2Kp8vYb1QeT7",
    ...receiver,
  },
  WithdrawalCreated: { ...created, message: "Withdrawal order created." },
  Transaction: {
    transactionId: TRANSACTION_ID,
    providerOrderId: "P104829384756",
    merchantId: "10001",
    referenceId: "PAYOUT-1",
    type: "WITHDRAW",
    currency: "JPY",
    status: "COMPLETED",
    playerId: "player-1",
    superTransactionId: null,
    createdAt: "2026-12-18T00:00:00.000Z",
    updatedAt: "2026-12-18T00:00:08.000Z",
    method: "BANK_TRANSFER",
    amount: 12000,
    fee: 210,
    netAmount: 12210,
    actualAmount: 12210,
    currentBalance: 987790,
    ...Object.fromEntries(Object.keys(receiver).map((name) => [name, null])),
  },
  Balances: [{ currency: "JPY", available_balance: 987790, ledger_balance: 1000000 }],
  Banks: banksOf("THB").slice(0, 1),
  KycRegistered: {
    playerId: "player-1",
    gateway: "JPBANK",
    status: "PENDING",
    message: "KYC registration accepted. It can take up to 30 minutes.",
  },
  KycStatus: {
    playerId: "player-1",
    gateway: "JPBANK",
    status: "REGISTERED",
    providerStatus: "ACCEPTED",
    updatedAt: "2026-12-18T00:00:00.000Z",
  },
  ValidationError: { message: "Validation failed.", fields: ["amount: must be greater than zero"] },
  UpstreamError: { message: "The player is not registered for KYC.", code: "KYC_NOT_REGISTERED" },

  TransactionCallback: {
    transaction_id: TRANSACTION_ID,
    provider_order_id: "P104829384756",
    reference_id: "PAYOUT-1",
    status: "COMPLETED",
    type: "WITHDRAW",
    amount: 12000,
    actual_amount: 12210,
    currency: "JPY",
    method: "BANK_TRANSFER",
  },
  KycCallback: {
    event: "kyc.status",
    player_id: "10001_player-1",
    gateway: "JPBANK",
    status: "REGISTERED",
    provider_status: "ACCEPTED",
    currency: "JPY",
  },
  Acknowledgement: "SUCCESS",
};
