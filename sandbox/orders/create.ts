import { randomBytes, randomInt } from "node:crypto";
import { DatabaseError, type Pool } from "pg";
import { inBatches } from "../batches";
import { inTwoTrips, oneAfterTheOther } from "../database";
import { type Account, Books, lockBooks } from "../ledger/accounts";
import type { Merchant } from "../merchants/file";
import { keyOfNonce, type NonceUse, usedNonces } from "../merchants/nonces";
import { DECIMALS } from "../money/currencies";
import { fromUnits, units } from "../money/decimal";
import { feeUnits } from "../money/fees";
import { timeOrderedId } from "./ids";
import { type Order, type OrderType, ordersByReference, type Parties } from "./order";
import { type Batch, type Made, writeBatch } from "./write";

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
  /** To be used up with the order, if the request still has one. */
  nonce: string | null;
};

export type Creation =
  | { kind: "created"; order: Order }
  | { kind: "repeated"; earlier: Order }
  | { kind: "insufficient" }
  | { kind: "replayed" };

/** Makes orders, many callers' at once. Money is held in the same transaction that makes a withdrawal. */
export function orderMaker(pool: Pool) {
  // The books as they were left last. Others move money too, so they only tell what is worth trying at once.
  const remembered = new Books([]);

  const inLine = oneAfterTheOther(pool);

  /** Writes a batch of which all is accepted; null, with nothing written, when some of it seems not to be. */
  function atOnce(wanted: NewOrder[]): Promise<Creation[] | null> | null {
    if (!wanted.every(({ merchant, currency }) => remembered.has(merchant.number, currency))) return null;
    const { creations, batch, changed } = decide(wanted, { books: remembered, earlier: [], used: new Set() });
    if (batch.orders.length < wanted.length) return null;
    remembered.learn(changed);
    return inLine((sql) => writeBatch(sql, batch)).then(
      () => creations,
      (error: unknown) => {
        if (isRefusal(error)) return null;
        throw error;
      },
    );
  }

  /** Takes the accounts first, to accept and refuse each order by what is certain then. */
  async function oneByOne(wanted: NewOrder[]): Promise<Creation[]> {
    const merchants = wanted.map(({ merchant }) => merchant.number);
    const references = wanted.map(({ referenceId }) => referenceId);
    const { creations, found } = await inTwoTrips(
      pool,
      (sql) =>
        Promise.all([
          lockBooks(sql, [...new Set(merchants)]),
          ordersByReference(sql, merchants, references),
          usedNonces(sql, wanted.flatMap(nonceUses)),
        ]),
      (sql, [books, earlier, used]) => {
        const { creations, batch, changed } = decide(wanted, { books, earlier, used });
        return { sent: writeBatch(sql, batch), result: { creations, found: [...books.all(), ...changed] } };
      },
    );
    remembered.learn(found);
    return creations;
  }

  return inBatches<NewOrder, Creation>({ write: oneByOne, hurry: atOnce });
}

/** Why the database itself refuses an order: too little money, a reference that is taken, or a nonce. */
const REFUSING = ["never_negative", "orders_merchant_reference_id_repeat_key", "nonces_pkey"];
const isRefusal = (error: unknown) => error instanceof DatabaseError && REFUSING.includes(error.constraint ?? "");

const nonceUses = ({ merchant, nonce }: NewOrder): NonceUse[] =>
  nonce === null ? [] : [{ merchant: merchant.number, nonce }];

type Found = { books: Books; earlier: Order[]; used: Set<string> };

/** Takes the requests one after the other, each against what those before it have left. */
function decide(wanted: NewOrder[], { books, earlier, used: usedBefore }: Found) {
  const used = new Set(usedBefore);
  const known = new Map<string, Order>();
  for (const order of earlier) if (!known.has(referenceOf(order))) known.set(referenceOf(order), order);
  const left = new Map<Account, bigint>();
  const batch: Batch = { orders: [], nonces: [] };

  const creations = wanted.map((one): Creation => {
    const { merchant, currency } = one;
    for (const use of nonceUses(one)) {
      if (used.has(keyOfNonce(use))) return { kind: "replayed" };
      used.add(keyOfNonce(use));
      batch.nonces.push(use);
    }
    const same = known.get(`${merchant.number} ${one.referenceId}`);
    if (same && merchant.repeatedReference !== "second") return { kind: "repeated", earlier: same };

    const order = newOrder(one, same ? same.repeat + 1 : 0);
    let hold: Made["hold"] = null;
    if (order.type === "WITHDRAW") {
      const available = books.account(merchant.number, currency, "available");
      const rest = left.get(available) ?? units(available.balance, DECIMALS[currency]);
      const after = rest - one.amount - one.fee;
      if (after < 0n) return { kind: "insufficient" };
      left.set(available, after);
      hold = { debit: available.id, credit: books.account(merchant.number, currency, "held").id };
    }
    known.set(referenceOf(order), order);
    batch.orders.push({ ...order, hold });
    return { kind: "created", order };
  });
  const changed = [...left].map(([account, rest]) => ({
    ...account,
    balance: fromUnits(rest, DECIMALS[account.currency]),
  }));
  return { creations, batch, changed };
}

const referenceOf = ({ merchant, referenceId }: Order) => `${merchant} ${referenceId}`;

function newOrder({ merchant, amount, fee, nonce: _, ...wanted }: NewOrder, repeat: number): Order {
  const decimals = DECIMALS[wanted.currency];
  return {
    ...wanted,
    transactionId: timeOrderedId(),
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
