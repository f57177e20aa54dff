import "server-only";
import { and, eq, or } from "drizzle-orm";
import { payees, payeeVersions } from "@/drizzle/schema/payees";
import type { transactions } from "@/drizzle/schema/transactions";
import type { Withdrawal } from "@/drizzle/schema/withdrawals";
import type { Tx } from "@/lib/db/connection";
import { isSameHolder } from "@/lib/japan/same-holder";
import type { HoldReason } from "@/lib/transactions/submission/hold-reasons";
import { inBook, isKnownBy } from "./known-by";

type Order = Pick<typeof transactions.$inferSelect, "environment" | "currency">;
type Intent = Pick<Withdrawal, "payeeKey" | "payeeId" | "payeeVersion" | "destinationAccountName">;

/**
 * Why the sender holds a payout, where the payee book has its account or it names a payee: that is blocked, waits for a
 * second person, or has another account or holder now. A change of the payee and the claim of a payout take turns. A file
 * may spell the holder otherwise than the book.
 */
export async function holdForPayee(
  tx: Tx,
  { environment, currency }: Order,
  intent: Intent,
): Promise<HoldReason | null> {
  const hasAccount = and(eq(payees.currency, currency), eq(payeeVersions.payeeKey, intent.payeeKey));
  const isChosen = intent.payeeId === null ? undefined : eq(payees.id, intent.payeeId);
  const asked = and(eq(payees.environment, environment), or(hasAccount, isChosen));
  const found = await inBook(tx, isKnownBy, asked).for("share", { of: payees });
  if (found.some(({ payee }) => payee.blockedAt !== null)) return "payee_blocked";
  if (found.some(({ payee }) => payee.waiting !== null)) return "payee_undecided";
  if (intent.payeeId === null) return null;
  const now = found.find(({ payee, says }) => payee.id === intent.payeeId && says.version === payee.version)?.says;
  const isSame =
    now?.payeeKey === intent.payeeKey && isSameHolder(now.destinationAccountName, intent.destinationAccountName);
  return isSame ? null : "payee_changed";
}
