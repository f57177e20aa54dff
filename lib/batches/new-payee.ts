import "server-only";
import type { Ctx } from "@/lib/auth/context";
import type { Db, Tx } from "@/lib/db/connection";
import { newPayeeUntil } from "@/lib/payees/cooling-off";

type Paid = { currency: string | null; payeeKey: string | null };

/** Until when the newest payee of these rows counts as new; null where none does. */
export async function newPayeeOf(db: Db | Tx, ctx: Ctx, rows: readonly Paid[]): Promise<Date | null> {
  let newest: Date | null = null;
  for (const [currency, own] of Map.groupBy(rows, (row) => row.currency ?? "")) {
    const payeeKeys = [...new Set(own.flatMap(({ payeeKey }) => payeeKey ?? []))];
    const until = await newPayeeUntil(db, ctx, { currency, payeeKeys });
    if (until && (newest === null || until > newest)) newest = until;
  }
  return newest;
}
