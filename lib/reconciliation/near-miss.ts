import { DAY_MS } from "@/lib/time";

/** Why an order may be the one that a ledger row means. The first is the strongest; none of them joins the two. */
export const NEAR_MISS_REASONS = [
  "same_id",
  "id_written_differently",
  "player_and_amount",
  "amount_and_time",
  "amount_and_day",
] as const;
export type NearMissReason = (typeof NEAR_MISS_REASONS)[number];

/** A side of a row, as far as it is compared. Times are ISO 8601. */
export type NearSide = {
  ids: readonly (string | null)[];
  playerId: string | null;
  type: string;
  currency: string;
  amount: string;
  at: string | null;
};

const CLOSE_MS = 60 * 60 * 1000;

/** As people write one ID in two ways: width, case, hyphens and spaces, O for 0, I for 1. */
export const looseId = (id: string): string =>
  id
    .normalize("NFKC")
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, "")
    .replaceAll("O", "0")
    .replace(/[IL]/g, "1");

/** The strongest reason for an order to be offered beside a ledger row, or null. Amounts are plain decimals. */
export function nearMiss(ledger: NearSide, order: NearSide): NearMissReason | null {
  if (order.ids.some((id) => id !== null && ledger.ids.includes(id))) return "same_id";
  const ids = ledger.ids.flatMap((id) => (id === null ? [] : looseId(id)));
  if (order.ids.some((id) => id !== null && ids.includes(looseId(id)))) return "id_written_differently";
  const isSame = ledger.type === order.type && ledger.currency === order.currency && ledger.amount === order.amount;
  if (!isSame || ledger.at === null || order.at === null) return null;
  const apart = Math.abs(Date.parse(ledger.at) - Date.parse(order.at));
  if (apart > DAY_MS) return null;
  if (ledger.playerId !== null && ledger.playerId === order.playerId) return "player_and_amount";
  return apart <= CLOSE_MS ? "amount_and_time" : "amount_and_day";
}

/** The strongest first, then the nearest in time; at most so many are offered. */
export function gradeNearMisses<Order extends NearSide>(ledger: NearSide, orders: readonly Order[], most: number) {
  const apart = ({ at }: Order) =>
    ledger.at === null || at === null ? Number.POSITIVE_INFINITY : Math.abs(Date.parse(ledger.at) - Date.parse(at));
  const graded = orders.flatMap((order) => {
    const reason = nearMiss(ledger, order);
    return reason === null ? [] : [{ order, reason }];
  });
  const rank = ({ reason }: { reason: NearMissReason }) => NEAR_MISS_REASONS.indexOf(reason);
  return graded
    .toSorted(
      (a, b) =>
        rank(a) - rank(b) ||
        apart(a.order) - apart(b.order) ||
        ((a.order.ids[0] ?? "") < (b.order.ids[0] ?? "") ? -1 : 1),
    )
    .slice(0, most);
}
