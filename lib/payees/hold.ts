import "server-only";
import { and, eq, or } from "drizzle-orm";
import { payees, payeeVersions } from "@/drizzle/schema/payees";
import type { transactions } from "@/drizzle/schema/transactions";
import type { Withdrawal } from "@/drizzle/schema/withdrawals";
import type { Db, Tx } from "@/lib/db/connection";
import { isSameHolder } from "@/lib/japan/same-holder";
import type { PayeeHold } from "@/lib/transactions/submission/hold-reasons";
import { inBook, isKnownBy } from "./known-by";
import { holdOf } from "./rules";

type Order = Pick<typeof transactions.$inferSelect, "environment" | "currency">;
type Intent = Pick<Withdrawal, "payeeKey" | "payeeId"> & { destinationAccountName: string | null };
type Found = Awaited<ReturnType<typeof payeesOf>>;

/**
 * Why the sender holds a payout, where the payee book has its account or it names a payee: that is blocked, waits for a
 * second person, or has another account or holder now. A change of the payee and the claim of a payout take turns. A file
 * may spell the holder otherwise than the book.
 */
export const holdForPayee = async (tx: Tx, order: Order, intent: Intent): Promise<PayeeHold | null> =>
  reasonIn(await payeesOf(tx, order, intent).for("share", { of: payees }), intent);

/** The same for a reader, before it is sent: nothing takes turns. */
export const expectedHold = async (db: Db, order: Order, intent: Intent): Promise<PayeeHold | null> =>
  reasonIn(await payeesOf(db, order, intent), intent);

function payeesOf(db: Db | Tx, { environment, currency }: Order, intent: Intent) {
  const hasAccount = and(eq(payees.currency, currency), eq(payeeVersions.payeeKey, intent.payeeKey));
  const isChosen = intent.payeeId === null ? undefined : eq(payees.id, intent.payeeId);
  const asked = and(eq(payees.environment, environment), or(hasAccount, isChosen));
  return inBook(db, isKnownBy, asked);
}

/** `found`: the payees that have its account, and the one that it names. */
export function reasonIn(found: Found, intent: Intent): PayeeHold | null {
  const hold = holdOf(found.map(({ payee }) => payee));
  if (hold) return `payee_${hold}`;
  if (intent.payeeId === null) return null;
  const now = found.find(({ payee, says }) => payee.id === intent.payeeId && says.version === payee.version)?.says;
  const isSame =
    now?.payeeKey === intent.payeeKey && isSameHolder(now.destinationAccountName, intent.destinationAccountName ?? "");
  return isSame ? null : "payee_changed";
}
