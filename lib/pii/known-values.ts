import "server-only";
import { and, eq } from "drizzle-orm";
import { deposits, paymentInstructions } from "@/drizzle/schema/deposits";
import { registrations } from "@/drizzle/schema/registrations";
import { withdrawals } from "@/drizzle/schema/withdrawals";
import type { Ctx } from "@/lib/auth/context";
import type { Failure } from "@/lib/payments-api/failure";
import { mayReveal, seesPii } from "./access";
import { type Hidden, type HiddenInOrder, namesOf, shownFailure } from "./mask";

/** What is on record of whom an order names, to be redacted from all texts about it. */
async function namedIn({ db }: Ctx, transactionRow: string) {
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
  const parties = [...paidOut, ...paidIn];
  const links = stated.map(({ address }) => address);
  return {
    values: [...links, ...[...parties, ...stated].flatMap(({ account, name }) => [account, name])],
    isOurs: parties.length > 0,
    hasParty: parties.some(({ account, name }) => account || name),
  };
}

/**
 * What texts about an order must not show the reader. People may have typed whom it pays or who pays it: where no such
 * person is on record, only readers who may reveal see that. The service can repeat only what was sent: of an order from
 * elsewhere that is unknown, also where it stated an account to pay to.
 */
export async function hiddenInOrder(ctx: Ctx, transactionRow: string): Promise<HiddenInOrder> {
  if (seesPii(ctx)) return null;
  const { values, isOurs, hasParty } = await namedIn(ctx, transactionRow);
  return { typed: hasParty || mayReveal(ctx) ? values : "all", said: isOurs ? values : "all" };
}

/** What the service's words about a player must not show. */
export async function hiddenOfPlayer({ db, environment }: Ctx, playerId: string): Promise<Hidden> {
  const mine = and(eq(registrations.environment, environment), eq(registrations.playerId, playerId));
  return namesOf(await db.select({ userName: registrations.userName }).from(registrations).where(mine));
}

/**
 * Why the service gave no answer, as the reader may see it: it may repeat a name. Jobs decide by what it says and get it
 * whole.
 */
export async function failureFor(ctx: Ctx, failure: Failure, hidden: () => Promise<Hidden>): Promise<Failure> {
  const isPerson = ctx.actor.kind === "user" || ctx.actor.kind === "api_key";
  if (!isPerson || seesPii(ctx)) return failure;
  return shownFailure(failure, await hidden());
}
