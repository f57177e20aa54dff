import type { Pool } from "pg";
import { inTransaction, type Sql } from "../database";
import type { Merchant } from "../merchants/file";
import { CURRENCIES, type Currency } from "../money/currencies";
import { type Posting, post } from "./postings";

export type AccountKind = "available" | "held" | "fees" | "network";
export type Account = { id: number; merchant: number; currency: Currency; kind: AccountKind; balance: string };

/** The accounts of some merchants, as they are while we hold them, or as they were. */
export class Books {
  readonly #accounts = new Map<string, Account>();

  constructor(accounts: Account[]) {
    this.learn(accounts);
  }

  learn(accounts: Account[]): void {
    for (const account of accounts) this.#accounts.set(keyOf(account), account);
  }

  all(): Account[] {
    return [...this.#accounts.values()];
  }

  has(merchant: number, currency: Currency): boolean {
    return this.#accounts.has(keyOf({ merchant, currency, kind: "available" }));
  }

  account(merchant: number, currency: Currency, kind: AccountKind): Account {
    const account = this.#accounts.get(keyOf({ merchant, currency, kind }));
    if (!account) throw new Error(`merchant ${merchant} has no ${kind} account in ${currency}`);
    return account;
  }
}

const keyOf = ({ merchant, currency, kind }: Pick<Account, "merchant" | "currency" | "kind">) =>
  `${merchant} ${currency} ${kind}`;

const COLUMNS = "id, merchant, currency, kind, balance";

/**
 * Locks all accounts of these merchants until the transaction ends. Whoever
 * moves money or creates an order does this first and in this order, so there
 * is one writer at a time for each merchant, and no deadlock.
 */
export async function lockBooks(sql: Sql, merchants: number[]): Promise<Books> {
  const { rows } = await sql.query<Account>({
    name: "lock books",
    text: `select ${COLUMNS} from accounts where merchant = any($1::int[]) order by id for no key update`,
    values: [merchants],
  });
  return new Books(rows);
}

export async function readAccounts(sql: Sql, merchant: number): Promise<Account[]> {
  const { rows } = await sql.query<Account>({
    name: "read accounts",
    text: `select ${COLUMNS} from accounts where merchant = $1 order by currency, id`,
    values: [merchant],
  });
  return rows;
}

/** Opens what a merchant lacks, and posts the opening balance of each currency once. */
export async function openAccounts(pool: Pool, { number, currencies }: Merchant): Promise<void> {
  const kinds: AccountKind[] = ["available", "held", "fees", "network"];
  await inTransaction(pool, async (sql) => {
    await sql.query("insert into merchants (number) values ($1) on conflict do nothing", [number]);
    const configured = CURRENCIES.filter((currency) => currencies[currency]);
    const { rows: opened } = await sql.query<Account>(
      `insert into accounts (merchant, currency, kind)
       select $1, currency, kind from unnest($2::text[]) as currency, unnest($3::text[]) as kind
       on conflict do nothing returning ${COLUMNS}`,
      [number, configured, kinds],
    );
    const books = new Books(opened);
    const newly = new Set(opened.map(({ currency }) => currency));
    const openings = [...newly].map(
      (currency): Posting => ({
        transactionId: null,
        reason: "OPENING",
        debit: books.account(number, currency, "network").id,
        credit: books.account(number, currency, "available").id,
        amount: currencies[currency]?.openingBalance ?? "0",
      }),
    );
    await post(sql, openings);
  });
}
