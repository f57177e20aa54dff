import "server-only";
import { and, eq } from "drizzle-orm";
import { deposits, paymentInstructions } from "@/drizzle/schema/deposits";
import { registrations } from "@/drizzle/schema/registrations";
import { withdrawals } from "@/drizzle/schema/withdrawals";
import type { Ctx } from "@/lib/auth/context";
import type { Failure } from "@/lib/payments-api/failure";
import { mayReveal, seesPii } from "./access";
import { failureKnowing, type Hidden, namesKnown, type Values } from "./mask";

/** The personal values of an order on record, to be redacted from all texts about it. */
export async function valuesOfOrder({ db }: Ctx, transactionRow: string): Promise<Values> {
  const [paidOut, paidIn, stated] = await Promise.all([
    db
      .select({ account: withdrawals.destinationAccount, name: withdrawals.destinationAccountName })
      .from(withdrawals)
      .where(eq(withdrawals.transactionRow, transactionRow)),
    db
      .select({ account: deposits.payerAccount, name: deposits.payerAccountName })
      .from(deposits)
      .where(eq(deposits.transactionRow, transactionRow)),
    db
      .select({
        account: paymentInstructions.receiverAccount,
        name: paymentInstructions.receiverName,
        address: paymentInstructions.address,
      })
      .from(paymentInstructions)
      .where(eq(paymentInstructions.transactionRow, transactionRow)),
  ]);
  const links = stated.map(({ address }) => address);
  return [...links, ...[...paidOut, ...paidIn, ...stated].flatMap(({ account, name }) => [account, name])];
}

/**
 * What texts about an order must not show the reader. Of an order from elsewhere no value is on record: what people typed
 * about it is then shown only to readers who may reveal.
 */
export async function hiddenInOrder(ctx: Ctx, transactionRow: string): Promise<Hidden> {
  if (seesPii(ctx)) return null;
  const values = await valuesOfOrder(ctx, transactionRow);
  return values.some(Boolean) || mayReveal(ctx) ? values : "all";
}

/** The names under which a player was registered; none where one of them is not known. */
export async function valuesOfPlayer({ db, environment }: Ctx, playerId: string): Promise<Values> {
  const mine = and(eq(registrations.environment, environment), eq(registrations.playerId, playerId));
  return namesKnown(await db.select({ userName: registrations.userName }).from(registrations).where(mine));
}

/**
 * Why the service gave no answer, as the reader may see it: it may repeat a name. Where none is known that it could be,
 * its own text is hidden. Jobs decide by what it says and get it whole.
 */
export async function failureFor(ctx: Ctx, failure: Failure, known: () => Promise<Values>): Promise<Failure> {
  const isPerson = ctx.actor.kind === "user" || ctx.actor.kind === "api_key";
  if (!isPerson || seesPii(ctx)) return failure;
  return failureKnowing(failure, await known());
}
