import "server-only";
import type { Registration } from "@/drizzle/schema/registrations";
import type { Order } from "@/drizzle/schema/transactions";
import { CLOSENESS, type Closeness, FIELDS, type Field, type Why } from "./schema";

export type OrderFound = { why: Why; row: Order };
export type PlayerFound = { why: Why; row: Registration };

export type Found = {
  orders: OrderFound[];
  players: PlayerFound[];
  /** Those that were found by what a mask hides. */
  underMask: string[];
  hasMore: boolean;
};

export const rankOf = ({ how, field }: Why) => CLOSENESS.indexOf(how) * FIELDS.length + FIELDS.indexOf(field);

/** Each once, by what it fits best; the newest first among those that fit alike. */
export function bestFirst<T extends { why: Why; row: { id: string; createdAt: Date } }>(found: T[]): T[] {
  const sorted = found.toSorted(
    (a, b) => rankOf(a.why) - rankOf(b.why) || b.row.createdAt.getTime() - a.row.createdAt.getTime(),
  );
  return [...new Map(sorted.toReversed().map((hit) => [hit.row.id, hit])).values()].toSorted(
    (a, b) => sorted.indexOf(a) - sorted.indexOf(b),
  );
}

export const because = <Row>(rows: Row[], field: Field, how: Closeness) =>
  rows.map((row) => ({ why: { field, how }, row }));
