import { z } from "zod";
import {
  answerFigure,
  answerOrderAmount,
  maybe,
  moment,
  named,
  payable,
  sendable,
  unspecified,
  webAddress,
  word,
  words,
} from "./values";

/*
 * What goes over the wire, in the API's own words. Requests are strict. Answers are tolerant: unknown fields pass,
 * unknown words are kept as they are, and what a caller can do without may be null or absent. Answers come through
 * parseExact, so that numbers are texts of digits here. See MAPPINGS.md.
 */

const order = z.object({
  referenceId: sendable,
  playerId: sendable,
  currency: sendable,
  amount: payable,
  callbackUrl: sendable.pipe(webAddress),
});

const wholeYen = (sent: { currency: string; amount: string }) => sent.currency !== "JPY" || !sent.amount.includes(".");

export const withdrawOrder = order
  .extend({
    destination: sendable,
    destinationName: sendable,
    destinationAccount: sendable,
    destinationAccountName: sendable,
    destinationBranchCode: sendable.optional(),
    destinationBranchName: sendable.optional(),
    destinationAccountType: z.enum(["1", "2"]).optional(),
  })
  .refine(wholeYen, "JPY amounts must be whole yen")
  .refine(
    (sent) =>
      sent.currency !== "JPY" ||
      (/^\d{4}$/.test(sent.destination) &&
        /^\d{3}$/.test(sent.destinationBranchCode ?? "") &&
        sent.destinationBranchName !== undefined),
    "JPY needs a bank code of 4 digits, a branch code of 3 digits and a branch name",
  );
export type WithdrawOrder = z.output<typeof withdrawOrder>;

export const depositOrder = order
  .extend({
    payerAccountName: sendable.optional(),
    payerAccount: sendable.optional(),
    payerBankCode: sendable.optional(),
  })
  .refine(wholeYen, "JPY amounts must be whole yen")
  .refine((sent) => sent.currency !== "JPY" || sent.payerBankCode === undefined, "JPY takes no payerBankCode");
export type DepositOrder = z.output<typeof depositOrder>;

/** As a record has it: null where it was not given. */
export type Nullable<T> = { [K in keyof T]: undefined extends T[K] ? T[K] | null : T[K] };

export const kycRegistration = z.object({
  playerId: sendable,
  userName: sendable,
  currency: sendable,
  callbackUrl: sendable.pipe(webAddress).optional(),
});
export type KycRegistration = z.output<typeof kycRegistration>;

const receiver = {
  receiverAccount: maybe(words),
  receiverName: maybe(words),
  receiverBank: maybe(words),
  receiverBankCode: maybe(words),
  receiverBankBranch: maybe(words),
};

export const created = z.object({
  transactionId: word,
  status: word,
  amount: maybe(answerFigure),
  fee: maybe(answerFigure),
  actualAmount: maybe(answerFigure),
  message: maybe(words),
});
export type Created = z.output<typeof created>;

export const createdDeposit = created.extend({
  /** It becomes a link, so it is refused unless it is a web address. */
  address: maybe(words.pipe(webAddress)),
  ...receiver,
});

export const transaction = z.object({
  transactionId: word,
  referenceId: word,
  type: word,
  currency: word,
  status: word,
  amount: answerOrderAmount,
  fee: maybe(answerFigure),
  netAmount: maybe(answerFigure),
  actualAmount: maybe(answerFigure),
  playerId: maybe(word),
  method: maybe(words),
  merchantId: unspecified,
  superTransactionId: unspecified,
  createdAt: moment,
  updatedAt: moment,
  currentBalance: unspecified,
  ...receiver,
});
export type Transaction = z.output<typeof transaction>;

export const balances = z.array(
  z
    .object({ currency: named, available_balance: answerFigure, ledger_balance: answerFigure })
    .transform(({ currency, available_balance, ledger_balance }) => ({
      currency,
      available: available_balance,
      ledger: ledger_balance,
    })),
);
export type Balance = z.output<typeof balances>[number];

export const banks = z.array(
  z.object({
    name: maybe(words),
    branch: maybe(words),
    bankCode: maybe(words),
    branchCode: maybe(words),
    nameShort: maybe(words),
  }),
);
export type Bank = z.output<typeof banks>[number];

export const kycRegistered = z.object({
  playerId: maybe(words),
  gateway: maybe(words),
  status: named,
  message: maybe(words),
});
export type KycRegistered = z.output<typeof kycRegistered>;

export const kycStatus = z.object({
  playerId: maybe(words),
  gateway: maybe(words),
  status: named,
  providerStatus: maybe(words),
  updatedAt: unspecified,
});
export type KycStatus = z.output<typeof kycStatus>;

/** `message` is promised on every error. A strange `code` or `fields` must not hide the refusal that it comes with. */
export const errorBody = z.object({
  message: words,
  code: words.optional().catch(undefined),
  fields: z.array(words).catch([]),
});
