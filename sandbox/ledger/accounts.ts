import type { Pool } from "pg";
import { inTransaction, type Sql } from "../database";
import type { Merchant } from "../merchants/config";
import { CURRENCIES, type Currency } from "../money/currencies";
import { ACCOUNT_KINDS, type AccountKind, post } from "./postings";

export type Account = { id: number; merchant: number; currency: Currency; kind: AccountKind; balance: string };

/**
 * Locks a merchant until the transaction ends. Every transaction that moves its money or creates an order takes this
 * lock first, so a merchant has one writer at a time, and no deadlock is possible.
 */
export async function lockMerchant(sql: Sql, number: number): Promise<void> {
  await sql.query("select from merchants where number = $1 for no key update", [number]);
}

export async function readAccounts(sql: Sql, merchant: number): Promise<Account[]> {
  const { rows } = await sql.query<Account>(
    "select id, merchant, currency, kind, balance from accounts where merchant = $1 order by currency, id",
    [merchant],
  );
  return rows;
}

export async function availableBalance(sql: Sql, merchant: number, currency: Currency): Promise<string> {
  const { rows } = await sql.query<Pick<Account, "balance">>(
    "select balance from accounts where (merchant, currency, kind) = ($1, $2, 'available')",
    [merchant, currency],
  );
  return rows[0]?.balance ?? "0";
}

/** Opens the accounts that a merchant lacks, and posts the opening balance of each new currency. */
export const openAccounts = (pool: Pool, merchant: Merchant): Promise<void> =>
  inTransaction(pool, (sql) => openAccountsIn(sql, merchant));

/** The same in the caller's transaction; `at` is when they were opened, if that is not now. */
export async function openAccountsIn(sql: Sql, { number, currencies }: Merchant, at?: Date): Promise<void> {
  await sql.query("insert into merchants (number) values ($1) on conflict do nothing", [number]);
  await lockMerchant(sql, number);
  const existing = new Set((await readAccounts(sql, number)).map(({ currency }) => currency));
  for (const currency of CURRENCIES) {
    const configured = currencies[currency];
    if (!configured || existing.has(currency)) continue;
    const text = "insert into accounts (merchant, currency, kind) values ($1, $2, $3)";
    for (const kind of ACCOUNT_KINDS) await sql.query(text, [number, currency, kind]);
    const owner = { merchant: number, currency, transactionId: null, at };
    const amount = configured.openingBalance;
    await post(sql, owner, { reason: "OPENING", debit: "network", credit: "available", amount });
  }
}
