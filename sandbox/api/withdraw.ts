import { z } from "zod";
import { orderFee } from "../orders/create";
import { readInput } from "../wire/input";
import { destinationFields, destinationOf } from "./destination";
import type { Endpoint } from "./endpoint";
import { createdBody } from "./order-bodies";
import { amountOf, currencyOf, orderFields } from "./order-fields";
import { placeOrder } from "./place-order";

export const withdrawFields = { ...orderFields, ...destinationFields };
const shape = z.object(withdrawFields);

export const withdraw: Endpoint = async (call) => {
  const { merchant, fields } = call;
  const input = readInput(shape, fields);
  const currency = currencyOf(merchant, input.currency);
  const given = destinationOf(input, currency);
  const amount = amountOf(input.amount, currency);

  const order = await placeOrder(call, input, {
    type: "WITHDRAW",
    amount,
    fee: orderFee(merchant, "WITHDRAW", currency, amount),
    currency,
    parties: { receiver: null, given },
  });
  return createdBody(order, merchant);
};
