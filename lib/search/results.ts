import "server-only";
import type { registrations } from "@/drizzle/schema/registrations";
import { transactions } from "@/drizzle/schema/transactions";
import { LISTED, type ListedOrder } from "@/lib/transactions/to-view";
import { CLOSENESS, type Closeness, FIELDS, type Field, type Why } from "./schema";

/** Not the whole row: what is shown of it is in the indexes, beside what is looked for there. */
export const ROW = { ...LISTED, partyName: transactions.partyName, partyAccount: transactions.partyAccount };
export type Order = ListedOrder & Record<"partyName" | "partyAccount", string | null>;
export type Registration = typeof registrations.$inferSelect;

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
