import "server-only";
import { and, desc, eq, sql } from "drizzle-orm";
import { payees, payeeVersions } from "@/drizzle/schema/payees";
import { type Ctx, requirePermission } from "@/lib/auth/context";
import { matchingPayees } from "./conditions";
import { inBook } from "./known-by";
import { paidTo } from "./paid";
import { newUntil, payeeStatus } from "./rules";
import type { PayablePayees, PayeeSearch } from "./schema";
import { payeeTerms } from "./to-view";

const SHOWN = 7;

/**
 * Payees to be picked in the withdrawal form. Those that cannot be paid now are among them, so that it is clear why; they
 * come after the others.
 */
export async function listPayablePayees(ctx: Ctx, { currency, search }: PayeeSearch): Promise<PayablePayees> {
  requirePermission(ctx, "withdrawals:create");
  const { id, environment, version, waiting, blockedAt, createdAt } = payees;
  const isShown = sql`${payeeVersions.version} = coalesce(${version}, ${waiting})`;
  const ofCurrency = and(eq(environment, ctx.environment), eq(payees.currency, currency));
  const isPayable = sql`(${blockedAt} is null and ${waiting} is null)`;
  const read = await inBook(ctx.db, isShown, and(ofCurrency, await matchingPayees(ctx, search)))
    .orderBy(desc(isPayable), desc(createdAt), desc(id))
    .limit(SHOWN);
  const paid = await paidTo(
    ctx,
    read.map(({ says }) => says.payeeKey),
  );
  return {
    found: read.map(({ payee, says }) => {
      const { accountSince, payeeKey } = says;
      const until = accountSince && newUntil(accountSince, ctx.payeeCoolingHours, ctx.now());
      return {
        ...{ payeeId: payee.id, version: says.version, status: payeeStatus(payee), ...payeeTerms(ctx, says) },
        ...{ newUntil: until?.toISOString() ?? null, paid: paid.get(`${currency} ${payeeKey}`)?.count ?? 0 },
      };
    }),
  };
}
