import { z } from "zod";
import { availableBalance } from "../ledger/accounts";
import { findOrder } from "../orders/order";
import { readInput, text } from "../wire/input";
import { Refusal } from "../wire/refusal";
import type { Endpoint } from "./endpoint";
import { transactionBody } from "./order-bodies";

export const transactionsFields = {
  id: text().describe("The merchant's referenceId or the service's transactionId."),
};
const shape = z.object(transactionsFields);

export const transactions: Endpoint = async ({ sandbox: { pool }, merchant, fields }) => {
  const { id } = readInput(shape, fields);
  const order = await findOrder(pool, merchant.number, id);
  if (!order) throw new Refusal(404, "Transaction not found");

  return transactionBody(order, merchant, await availableBalance(pool, merchant.number, order.currency));
};
