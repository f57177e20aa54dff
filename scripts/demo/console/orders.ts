import { setImmediate } from "node:timers/promises";
import { approvals } from "@/drizzle/schema/approvals";
import { deposits } from "@/drizzle/schema/deposits";
import { attempts, exchanges } from "@/drizzle/schema/evidence";
import { transactions } from "@/drizzle/schema/transactions";
import { withdrawals } from "@/drizzle/schema/withdrawals";
import type { Tx } from "@/lib/db/connection";
import type { History } from "../history";
import type { DemoOrder } from "../order";
import { bulkInsert } from "./bulk";
import { recordOrder } from "./order-records";
import type { Recorder, Records } from "./records";

/** So many orders are written at a time, */
const WRITTEN_AT_ONCE = 400;
/** and the connection has its turn after so many. */
const TURN_AFTER = 10;

/** The database writes orders while the next ones are made. */
export async function recordOrders(tx: Tx, recorder: Recorder, { orders }: History): Promise<void> {
  let made: OrderRecords | null = null;
  for (let start = 0; start < orders.length; start += WRITTEN_AT_ONCE) {
    const making = makeOrders(recorder, orders.slice(start, start + WRITTEN_AT_ONCE));
    [made] = await Promise.all([making, made && writeOrders(tx, made)]);
  }
  if (made) await writeOrders(tx, made);
}

async function makeOrders(recorder: Recorder, orders: DemoOrder[]) {
  for (const [index, order] of orders.entries()) {
    recordOrder(recorder, order);
    if (index % TURN_AFTER === 0) await setImmediate();
  }
  // The others are written in the order of time, when all are there.
  const { records } = recorder;
  return {
    transactions: records.transactions.splice(0),
    withdrawals: records.withdrawals.splice(0),
    deposits: records.deposits.splice(0),
    approvals: records.approvals.splice(0),
    exchanges: records.exchanges.splice(0),
    attempts: records.attempts.splice(0),
  };
}

type OrderRecords = Awaited<ReturnType<typeof makeOrders>>;

/** In the order of their references. */
async function writeOrders(tx: Tx, made: OrderRecords): Promise<void> {
  await bulkInsert(tx, transactions, replacedFirst(made.transactions));
  await bulkInsert(tx, withdrawals, made.withdrawals);
  await bulkInsert(tx, deposits, made.deposits);
  await bulkInsert(tx, approvals, made.approvals);
  await bulkInsert(tx, exchanges, made.exchanges);
  await bulkInsert(tx, attempts, made.attempts);
}

const replacedFirst = (rows: Records["transactions"]) =>
  rows.toSorted((a, b) => Number(a.replaces !== null) - Number(b.replaces !== null));
