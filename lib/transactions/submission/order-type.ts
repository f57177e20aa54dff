import "server-only";
import type { SQL } from "drizzle-orm";
import type { deposits } from "@/drizzle/schema/deposits";
import type { Order } from "@/drizzle/schema/transactions";
import type { withdrawals } from "@/drizzle/schema/withdrawals";
import type { Vault } from "@/lib/auth/crypto";
import type { Db, Tx } from "@/lib/db/connection";
import type { Fields } from "@/lib/payments-api/sign";
import type { MayReplace } from "./correctable";
import type { Prefix } from "./reference";

/** The requester and the digest of the terms. */
export type IntentRow = { digest: string; requestedBy: string };
export type Found<Intent> = { order: Order; intent: Intent };

export type Deps = { db: Db | Tx; vault: Vault };

/** An order as recorded in the tables that the sender reads. */
export type RecordedOrder = {
  order: Order;
  terms: Fields;
  digest: string;
  requestedBy: string;
  /** Its approvals, each with the approved digest. */
  approvals: { by: string; digest: string }[];
  /** The batch of the order, whose root was requested and approved. `agrees`: the root covers this order. */
  batch?: { id: string; root: string; agrees: boolean } | undefined;
};

/** The order types that this console creates. */
export type Kind = "WITHDRAW" | "DEPOSIT";

/**
 * How withdrawals and deposits differ for the shared core of requests, reissues, corrections, checks and submission.
 */
export type OrderType<Intent extends IntentRow = IntentRow> = {
  type: Kind;
  /** Used in audit action names. */
  noun: "withdrawal" | "deposit";
  prefix: Prefix;
  intents: typeof withdrawals | typeof deposits;
  /** The orders with their intents, by their row ids. */
  find: (db: Db | Tx, where: SQL | undefined) => Promise<Found<Intent>[]>;
  /** Adds the fields that the digest covers, and the approvals. */
  recorded: (deps: Deps, found: Found<Intent>[]) => Promise<RecordedOrder[]>;
  /** Whether a correction may replace one that ended like this. */
  mayCorrect: MayReplace;
};
