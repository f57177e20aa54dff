import "server-only";
import type { SQL } from "drizzle-orm";
import type { deposits } from "@/drizzle/schema/deposits";
import type { transactions } from "@/drizzle/schema/transactions";
import type { withdrawals } from "@/drizzle/schema/withdrawals";
import type { Vault } from "@/lib/auth/crypto";
import type { Db, Tx } from "@/lib/db/connection";
import type { Fields } from "@/lib/payments-api/sign";
import type { MayReplace } from "./correctable";
import type { Prefix } from "./reference";

export type Order = typeof transactions.$inferSelect;
/** Who wanted it, and the digest of what they wanted. */
export type IntentRow = { digest: string; requestedBy: string };
export type Found<Intent> = { order: Order; intent: Intent };

export type Deps = { db: Db | Tx; vault: Vault };

/** An order as the records that a sender reads state it. */
export type RecordedOrder = {
  order: Order;
  terms: Fields;
  digest: string;
  requestedBy: string;
  /** Those who approved it, each with the digest that they approved. */
  approvals: { by: string; digest: string }[];
  /** The batch that it is a row of: request and approvals are of its root. `agrees`: the root covers this order. */
  batch?: { id: string; root: string; agrees: boolean } | undefined;
};

/** The orders that can be created from here. */
export type Kind = "WITHDRAW" | "DEPOSIT";

/** What withdrawals and deposits each tell the core that requests, reissues, corrects, checks and sends both. */
export type OrderType<Intent extends IntentRow = IntentRow> = {
  type: Kind;
  /** In the names of audit actions. */
  noun: "withdrawal" | "deposit";
  prefix: Prefix;
  intents: typeof withdrawals | typeof deposits;
  /** The orders with their intents, by their row ids. */
  find: (db: Db | Tx, where: SQL | undefined) => Promise<Found<Intent>[]>;
  /** With what the digest holds, and with the approvals. */
  recorded: (deps: Deps, found: Found<Intent>[]) => Promise<RecordedOrder[]>;
  /** Whether a corrected one may be requested in the place of one that ended so. */
  mayCorrect: MayReplace;
};
