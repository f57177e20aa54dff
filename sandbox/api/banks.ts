import { z } from "zod";
import { banksOf } from "../banks/banks";
import { CURRENCIES } from "../money/currencies";
import { readInput } from "../wire/input";
import type { Endpoint } from "./endpoint";
import { currencyOf, currencyQuery } from "./order-fields";

const shape = z.object(currencyQuery);

/** Without a currency: the banks of all that the merchant has. */
export const banks: Endpoint = async ({ merchant, fields }) => {
  const { currency } = readInput(shape, fields);
  if (currency !== undefined) return banksOf(currencyOf(merchant, currency));
  return CURRENCIES.filter((one) => merchant.currencies[one]).flatMap(banksOf);
};
