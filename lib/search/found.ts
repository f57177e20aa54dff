import "server-only";
import type { registrations } from "@/drizzle/schema/registrations";
import { transactions } from "@/drizzle/schema/transactions";
import { LISTED, type ListedOrder } from "@/lib/transactions/view";
import { CLOSENESS, type Closeness, FIELDS, type Field, type Why } from "./schema";
import type { Party } from "./sought";

/** Not the whole row: what a list shows is in the indexes of lists, beside what is looked for there. */
export const ROW = { ...LISTED, id: transactions.id };
export type Order = ListedOrder & { id: string };
export type Registration = typeof registrations.$inferSelect;
/** Somebody who is named in an order or a registration, and by what they were found. */
export type Named = { subject: string; party: Party; why: Why };

export type Found = {
  orders: { why: Why; row: Order }[];
  players: { why: Why; row: Registration }[];
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

export const rowsOf = async <Row>(named: Named[], select: (ids: string[]) => Promise<Row[]>): Promise<Row[]> =>
  named.length === 0 ? [] : select([...new Set(named.map(({ subject }) => subject))]);

export function joined<Row extends { id: string }>(rows: Row[], named: Named[]) {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return named.flatMap(({ subject, why }) => {
    const row = byId.get(subject);
    return row ? [{ why, row }] : [];
  });
}
