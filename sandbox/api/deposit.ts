import { z } from "zod";
import { banksOf } from "../banks/banks";
import { receiverFor } from "../banks/receivers";
import { latestRegistration } from "../kyc/registrations";
import type { Currency } from "../money/currencies";
import { orderFee } from "../orders/create";
import { readInput, text } from "../wire/input";
import { invalid, Refusal } from "../wire/refusal";
import type { Endpoint } from "./endpoint";
import { depositBody } from "./order-bodies";
import { amountOf, currencyOf, orderFields } from "./order-fields";
import { placeOrder } from "./place-order";

export const depositFields = {
  ...orderFields,
  payerAccountName: text().optional(),
  payerAccount: text(40).optional(),
  payerBankCode: text(20).describe("A Thai bank code; leave out for JPY.").optional(),
};
const shape = z.object(depositFields);

export const deposit: Endpoint = async (call) => {
  const { sandbox, merchant, fields, payUrl } = call;
  const input = readInput(shape, fields);
  const currency = currencyOf(merchant, input.currency);
  const { payerAccountName, payerAccount, payerBankCode } = input;
  if (payerBankCode !== undefined) checkPayerBank(payerBankCode, currency);
  const amount = amountOf(input.amount, currency);
  const fee = orderFee(merchant, "DEPOSIT", currency, amount);
  if (fee.gte(amount)) throw invalid("amount: must be more than the fee");

  if (currency === "JPY") {
    const registration = await latestRegistration(sandbox.pool, merchant.number, input.playerId);
    if (registration?.status !== "REGISTERED") {
      throw new Refusal(502, "The player is not registered for KYC.", { code: "KYC_NOT_REGISTERED" });
    }
  }

  const order = await placeOrder(call, input, {
    type: "DEPOSIT",
    amount,
    fee,
    currency,
    parties: {
      receiver: receiverFor(currency),
      given: {
        ...(payerAccountName && { payerAccountName }),
        ...(payerAccount && { payerAccount }),
        ...(payerBankCode && { payerBankCode }),
      },
    },
  });
  return depositBody(order, merchant, payUrl);
};

function checkPayerBank(code: string, currency: Currency): void {
  if (currency !== "THB") throw invalid("payerBankCode: must be omitted unless the currency is THB");
  if (!banksOf("THB").some(({ bankCode }) => bankCode === code)) throw invalid("payerBankCode: is not a listed bank");
}
