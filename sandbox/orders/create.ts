import { randomBytes, randomInt, randomUUID } from "node:crypto";
import type { Pool } from "pg";
import { inBatches } from "../batches";
import { inTwoTrips } from "../database";
import { type Books, lockBooks } from "../ledger/accounts";
import { type Posting, post } from "../ledger/postings";
import type { Merchant } from "../merchants/file";
import { DECIMALS } from "../money/currencies";
import { fromUnits, units } from "../money/decimal";
import { feeUnits } from "../money/fees";
import { insertOrders, type Order, type OrderType, ordersByReference, type Parties } from "./order";

/** A create request that has passed every check but those on the books. */
export type NewOrder = Pick<
  Order,
  "currency" | "method" | "playerId" | "referenceId" | "callbackUrl" | "createdAt" | "settleAt" | "settleAs"
> & {
  type: OrderType;
  merchant: Merchant;
  /** Units of the currency. */
  amount: bigint;
  fee: bigint;
  parties: Parties;
};

export type Creation =
  | { kind: "created"; order: Order }
  | { kind: "repeated"; earlier: Order }
  | { kind: "insufficient" };

/** Makes orders, many callers' at once. Money is held in the same transaction that makes a withdrawal. */
export const orderMaker = (pool: Pool) =>
  inBatches<NewOrder, Creation>((wanted) => {
    const merchants = wanted.map(({ merchant }) => merchant.number);
    const references = wanted.map(({ referenceId }) => referenceId);
    return inTwoTrips(
      pool,
      (sql) => Promise.all([lockBooks(sql, [...new Set(merchants)]), ordersByReference(sql, merchants, references)]),
      (sql, [books, earlier]) => {
        const { creations, orders, postings } = decide(wanted, books, earlier);
        return { sent: Promise.all([insertOrders(sql, orders), post(sql, postings)]), result: creations };
      },
    );
  });

/** Takes the requests one after the other, each against what those before it have left. */
function decide(wanted: NewOrder[], books: Books, earlier: Order[]) {
  const known = new Map<string, Order>();
  for (const order of earlier) if (!known.has(referenceOf(order))) known.set(referenceOf(order), order);
  const left = new Map<number, bigint>();
  const orders: Order[] = [];
  const postings: Posting[] = [];

  const creations = wanted.map((one): Creation => {
    const { merchant, currency } = one;
    const same = known.get(`${merchant.number} ${one.referenceId}`);
    if (same && merchant.repeatedReference !== "second") return { kind: "repeated", earlier: same };

    const order = newOrder(one, same ? same.repeat + 1 : 0);
    if (order.type === "WITHDRAW") {
      const available = books.account(merchant.number, currency, "available");
      const held = books.account(merchant.number, currency, "held");
      const rest = left.get(available.id) ?? units(available.balance, DECIMALS[currency]);
      const after = rest - one.amount - one.fee;
      if (after < 0n) return { kind: "insufficient" };
      left.set(available.id, after);
      const { transactionId, netAmount } = order;
      postings.push({ transactionId, reason: "HOLD", debit: available.id, credit: held.id, amount: netAmount });
    }
    known.set(referenceOf(order), order);
    orders.push(order);
    return { kind: "created", order };
  });
  return { creations, orders, postings };
}

const referenceOf = ({ merchant, referenceId }: Order) => `${merchant} ${referenceId}`;

function newOrder({ merchant, amount, fee, ...wanted }: NewOrder, repeat: number): Order {
  const decimals = DECIMALS[wanted.currency];
  return {
    ...wanted,
    transactionId: randomUUID(),
    providerOrderId: `P${randomInt(2 ** 47)}`,
    merchant: merchant.number,
    repeat,
    status: "SUCCESS",
    amount: fromUnits(amount, decimals),
    fee: fromUnits(fee, decimals),
    netAmount: fromUnits(netUnits(wanted.type, amount, fee), decimals),
    payToken: wanted.type === "DEPOSIT" ? randomBytes(24).toString("base64url") : null,
    updatedAt: wanted.createdAt,
  };
}

/** What a deposit credits, or a withdrawal debits. */
const netUnits = (type: OrderType, amount: bigint, fee: bigint) => (type === "DEPOSIT" ? amount - fee : amount + fee);

/** The fee of an order, fixed when it is made. */
export function orderFee(merchant: Merchant, type: OrderType, currency: Order["currency"], amount: bigint): bigint {
  const account = merchant.currencies[currency];
  if (!account) throw new Error(`merchant ${merchant.number} has no ${currency}`);
  return feeUnits(amount, account.fees[type], currency);
}
