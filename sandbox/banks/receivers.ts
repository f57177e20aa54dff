import type { Currency } from "../money/currencies";
import type { Receiver } from "../orders/order";

const RECEIVERS: Record<Currency, Receiver> = {
  JPY: {
    receiverAccount: "0012345",
    receiverName: "カ）サンドボツクスペイ",
    receiverBank: "みずほ銀行",
    receiverBankCode: "0001",
    receiverBankBranch: "丸の内中央支店",
  },
  THB: {
    receiverAccount: "0123456789",
    receiverName: "Sandbox Pay Co Ltd",
    receiverBank: "Bangkok Bank",
    receiverBankCode: "BBL",
    receiverBankBranch: "Head Office",
  },
  // Without a bank code: the specification says that it may be null.
  USDT: {
    receiverAccount: "SANDBOX-USDT-0001",
    receiverName: "Sandbox Pay",
    receiverBank: "Sandbox Pay",
    receiverBankCode: null,
    receiverBankBranch: null,
  },
};

/** The account that a payer is to transfer to. */
export const receiverFor = (currency: Currency): Receiver => RECEIVERS[currency];
