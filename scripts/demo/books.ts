import Big from "big.js";
import type { Posting } from "@/sandbox/ledger/postings";
import type { Merchant } from "@/sandbox/merchants/config";
import { postingsFor } from "@/sandbox/orders/move";
import type { History } from "./history";
import type { DemoOrder } from "./order";
import type { Currency } from "./players";
import { feesOf } from "./service";

export type Booked = Posting & { transactionId: string; currency: Currency; at: Date };

/** Every movement of money of the history, in its order. The sandbox's own rules say which there are. */
export function bookingsOf({ orders }: Pick<History, "orders">, merchant: Merchant): Booked[] {
  return orders.flatMap((order) => bookings(order, merchant)).toSorted((a, b) => +a.at - +b.at);
}

function bookings(order: DemoOrder, merchant: Merchant): Booked[] {
  const { type, currency, transactionId, placedAt, moves } = order;
  if (placedAt === null) return [];
  const fees = feesOf(order, merchant);
  const of = (at: Date, postings: Posting[]) =>
    postings.map((posting) => ({ ...posting, transactionId, currency, at }));
  const hold: Posting = { reason: "HOLD", debit: "available", credit: "held", amount: fees.netAmount };
  return [
    ...(type === "WITHDRAW" ? of(placedAt, [hold]) : []),
    ...moves.flatMap(({ to, at }, index) => {
      const status = moves[index - 1]?.to ?? "SUCCESS";
      return of(at, postingsFor({ type, status, ...fees }, to)).filter(({ amount }) => Big(amount).gt(0));
    }),
  ];
}

/** When the accounts were opened: on the evening before the first day. */
export const openingOf = ({ days, at }: Pick<History, "days" | "at">): Date =>
  new Date((days[0]?.from ?? at).getTime() - 4 * 3_600_000);

export type Balance = { at: Date; available: string; ledger: string };

/** How a currency's balance ran, from its opening on. */
export function balancesOf(bookings: Booked[], currency: Currency, opening: { at: Date; amount: string }): Balance[] {
  let available = Big(opening.amount);
  let held = Big(0);
  const balances = [{ at: opening.at, available: available.toFixed(), ledger: available.toFixed() }];
  for (const { debit, credit, amount, at } of bookings.filter((one) => one.currency === currency)) {
    const change = (account: "available" | "held") =>
      (credit === account ? Big(amount) : Big(0)).minus(debit === account ? amount : 0);
    available = available.plus(change("available"));
    held = held.plus(change("held"));
    balances.push({ at, available: available.toFixed(), ledger: available.plus(held).toFixed() });
  }
  return balances;
}

const MINUTE_MS = 60_000;

export type Snapshot = Omit<Balance, "at"> & { firstSeenAt: Date; lastSeenAt: Date };

/** What a console saw that asked each minute: the last balance of each, for as long as it stayed. */
export function snapshotsOf(balances: Balance[], until: Date): Snapshot[] {
  const seen = new Map(
    balances.map(({ at, ...balance }) => [Math.ceil(at.getTime() / MINUTE_MS) * MINUTE_MS, balance]),
  );
  const minutes = [...seen].toSorted(([a], [b]) => a - b);
  const snapshots: Snapshot[] = [];
  for (const [minute, balance] of minutes) {
    const last = snapshots.at(-1);
    if (last?.available === balance.available && last.ledger === balance.ledger) continue;
    if (last) last.lastSeenAt = new Date(minute - MINUTE_MS + SEEN_MS);
    // The newest movement was seen at the latest as the history ends.
    const at = new Date(Math.min(minute + SEEN_MS, until.getTime()));
    snapshots.push({ ...balance, firstSeenAt: at, lastSeenAt: until });
  }
  return snapshots;
}

/** Between the minute and the answer. */
const SEEN_MS = 412;
