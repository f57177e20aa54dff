import type { Pool } from "pg";
import { inBatches } from "../batches";
import { transactionCallback } from "../callbacks/bodies";
import { type Queued, queueCallbacks } from "../callbacks/outbox";
import { inTwoTrips, type Sql } from "../database";
import { type Account, type AccountKind, type Books, lockBooks } from "../ledger/accounts";
import { type Posting, post, type Reason } from "../ledger/postings";
import type { Merchant } from "../merchants/file";
import { DECIMALS } from "../money/currencies";
import { units } from "../money/decimal";
import { scenarioOf } from "../scenarios/choose";
import { accountOf, type Order, ordersById } from "./order";
import { isOpen, isTold, mayBecome, type Status } from "./status";

/** An order that is to become something else. */
export type Move = { merchant: Merchant; transactionId: string; to: Status; now: Date };

export type Moved = { kind: "moved"; order: Order } | { kind: "not possible"; from: Status } | { kind: "insufficient" };

/** Moves orders to another status, each with its money and its callback: all or nothing. Many at once share a commit. */
export function orderMover(pool: Pool): (move: Move) => Promise<Moved> {
  return inBatches<Move, Moved>({
    write: (moves) =>
      inTwoTrips(
        pool,
        (sql) =>
          Promise.all([
            lockBooks(sql, [...new Set(moves.map(({ merchant }) => merchant.number))]),
            ordersById(sql, [...new Set(moves.map(({ transactionId }) => transactionId))]),
          ]),
        (sql, [books, orders]) => {
          const { outcomes, ...changes } = decide(moves, books, orders);
          return { sent: write(sql, changes), result: outcomes };
        },
      ),
  });
}

type Changes = { moved: Map<string, Order>; postings: Posting[]; callbacks: Queued[] };

/** Takes the moves one after the other, each against what those before it have left. */
function decide(moves: Move[], books: Books, orders: Order[]): Changes & { outcomes: Moved[] } {
  const known = new Map(orders.map((order) => [order.transactionId, order]));
  const balances = new Balances();
  const changes: Changes = { moved: new Map(), postings: [], callbacks: [] };

  const outcomes = moves.map(({ merchant, transactionId, to, now }): Moved => {
    const order = known.get(transactionId);
    if (!order) throw new Error(`no order ${transactionId}`);
    if (!mayBecome(order.status, to)) return { kind: "not possible", from: order.status };
    const available = books.account(order.merchant, order.currency, "available");
    if (needsMoneyAgain(order, to) && balances.of(available) < units(order.netAmount, DECIMALS[order.currency])) {
      return { kind: "insufficient" };
    }
    const moved: Order = { ...order, status: to, updatedAt: now, settleAt: null, settleAs: null };
    const postings = movements(order, to, books);
    balances.carry(postings, DECIMALS[order.currency]);
    known.set(transactionId, moved);
    changes.moved.set(transactionId, moved);
    changes.postings.push(...postings);
    if (isTold(to)) {
      const twist = scenarioOf(order.referenceId, accountOf(order))?.callback;
      changes.callbacks.push({ merchant, news: transactionCallback(moved, merchant), now, ...(twist && { twist }) });
    }
    return { kind: "moved", order: moved };
  });
  return { outcomes, ...changes };
}

/** The balances as they were read, with what the moves of a batch have changed since. */
class Balances {
  readonly #changes = new Map<number, bigint>();

  of({ id, balance, currency }: Account): bigint {
    return units(balance, DECIMALS[currency]) + (this.#changes.get(id) ?? 0n);
  }

  carry(postings: Posting[], decimals: number): void {
    for (const { debit, credit, amount } of postings) {
      this.#add(debit, -units(amount, decimals));
      this.#add(credit, units(amount, decimals));
    }
  }

  #add(id: number, change: bigint): void {
    this.#changes.set(id, (this.#changes.get(id) ?? 0n) + change);
  }
}

/** Sends everything before it waits: the commit goes right behind. */
function write(sql: Sql, { moved, postings, callbacks }: Changes): Promise<unknown> {
  const orders = [...moved.values()];
  if (orders.length === 0) return Promise.resolve();
  return Promise.all([
    post(sql, postings),
    sql.query({
      name: "move orders",
      text: `update orders set status = moved.status, updated_at = moved.at, settle_at = null, settle_as = null
             from unnest($1::uuid[], $2::text[], $3::timestamptz[]) as moved (id, status, at)
             where transaction_id = moved.id`,
      values: [
        orders.map(({ transactionId }) => transactionId),
        orders.map(({ status }) => status),
        orders.map(({ updatedAt }) => updatedAt),
      ],
    }),
    queueCallbacks(sql, callbacks),
  ]);
}

/** A withdrawal that was closed gave its hold back; paying it after all needs the money once more. */
const needsMoneyAgain = (order: Order, to: Status): boolean =>
  order.type === "WITHDRAW" && to === "COMPLETED" && !isOpen(order.status);

function movements(order: Order, to: Status, books: Books): Posting[] {
  const { transactionId, amount, fee, netAmount } = order;
  const move = (reason: Reason, from: AccountKind, into: AccountKind, moving: string): Posting => ({
    transactionId,
    reason,
    debit: books.account(order.merchant, order.currency, from).id,
    credit: books.account(order.merchant, order.currency, into).id,
    amount: moving,
  });

  if (to === "PENDING") return [];
  if (order.type === "DEPOSIT") {
    if (to !== "COMPLETED") return [];
    return [move("CREDIT", "network", "available", amount), move("FEE", "available", "fees", fee)];
  }
  const source = isOpen(order.status) ? "held" : "available";
  return to === "COMPLETED"
    ? [move("CAPTURE", source, "network", amount), move("FEE", source, "fees", fee)]
    : [move("RELEASE", "held", "available", netAmount)];
}
