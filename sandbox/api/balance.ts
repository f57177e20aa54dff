import Big from "big.js";
import { z } from "zod";
import { type Account, readAccounts } from "../ledger/accounts";
import { CURRENCIES } from "../money/currencies";
import { shortest } from "../money/decimals";
import { Digits } from "../wire/digits";
import { readInput } from "../wire/input";
import type { Endpoint } from "./endpoint";
import { currencyOf, currencyQuery } from "./order-fields";

const shape = z.object(currencyQuery);

export const balance: Endpoint = async ({ sandbox: { pool }, merchant, fields }) => {
  const input = readInput(shape, fields);
  const wanted = input.currency === undefined ? CURRENCIES : [currencyOf(merchant, input.currency)];
  const accounts = await readAccounts(pool, merchant.number);

  return wanted
    .filter((currency) => merchant.currencies[currency])
    .map((currency) => {
      const of = (kind: Account["kind"]) =>
        accounts.find((account) => account.currency === currency && account.kind === kind)?.balance ?? "0";
      return {
        currency,
        available_balance: new Digits(shortest(of("available"))),
        ledger_balance: new Digits(Big(of("available")).plus(of("held")).toFixed()),
      };
    });
};
