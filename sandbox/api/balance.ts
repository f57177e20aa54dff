import { z } from "zod";
import { type Account, readAccounts } from "../ledger/accounts";
import { CURRENCIES, DECIMALS } from "../money/currencies";
import { fromUnits, shortest, units } from "../money/decimal";
import { Digits } from "../wire/digits";
import { readInput } from "../wire/input";
import type { Endpoint } from "./endpoint";
import { currencyField, currencyOf } from "./order-fields";

export const balanceFields = { currency: currencyField.describe("Leave out for every currency.").optional() };
const shape = z.object(balanceFields);

export const balance: Endpoint = async ({ sandbox: { pool }, merchant, fields }) => {
  const input = readInput(shape, fields);
  const wanted = input.currency === undefined ? CURRENCIES : [currencyOf(merchant, input.currency)];
  const accounts = await readAccounts(pool, merchant.number);

  return wanted
    .filter((currency) => merchant.currencies[currency])
    .map((currency) => {
      const of = (kind: Account["kind"]) =>
        accounts.find((account) => account.currency === currency && account.kind === kind)?.balance ?? "0";
      const decimals = DECIMALS[currency];
      const ledger = fromUnits(units(of("available"), decimals) + units(of("held"), decimals), decimals);
      return {
        currency,
        available_balance: new Digits(shortest(of("available"))),
        ledger_balance: new Digits(shortest(ledger)),
      };
    });
};
