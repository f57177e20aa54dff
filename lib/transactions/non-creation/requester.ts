import "server-only";
import { eq } from "drizzle-orm";
import { deposits } from "@/drizzle/schema/deposits";
import { withdrawals } from "@/drizzle/schema/withdrawals";
import { holdersOf } from "@/lib/auth/key-holders";
import type { Db, Tx } from "@/lib/db/connection";

/** All who may have requested it: the requester, and where that is a key, all who were shown its secret. */
export async function requestersOf(db: Db | Tx, transactionRow: string): Promise<string[]> {
  const [withdrawal] = await db.select().from(withdrawals).where(eq(withdrawals.transactionRow, transactionRow));
  const [deposit] = withdrawal
    ? [withdrawal]
    : await db.select().from(deposits).where(eq(deposits.transactionRow, transactionRow));
  if (!deposit) return [];
  return [deposit.requestedBy, ...(await holdersOf(db, deposit.requestedBy))];
}
