import "server-only";
import { and, desc, eq, notInArray } from "drizzle-orm";
import { deposits } from "@/drizzle/schema/deposits";
import { transactions } from "@/drizzle/schema/transactions";
import { type Ctx, requirePermission } from "@/lib/auth/context";
import { keepStatusAnswer } from "@/lib/kyc/commands";
import { isNotFound } from "@/lib/payments-api/failure";
import { seesPii } from "@/lib/pii/access";
import { failureFor, hiddenOfPlayer } from "@/lib/pii/known-values";
import { isPayable } from "@/lib/transactions/list/conditions";
import { checkDigest } from "@/lib/transactions/submission/digest";
import { isCorrectable } from "@/lib/transactions/submission/submission";
import { transactionRow } from "@/lib/transactions/to-view";
import { DEPOSIT } from "./integrity";
import { termsOf, termsOnRecord } from "./request";
import type { CheckedTerms, DepositChecks, DepositForm, DepositInput, PlayerCheck } from "./schema";

/** The most open deposits of one player that are listed. */
const OPEN_SHOWN = 3;

/** `isPayerLeftOut`: the earlier deposit names a payer, whom the reader may not see. */
type ToCorrect = { terms: Omit<DepositForm, "formId">; isPayerLeftOut: boolean };

/** The form of a deposit that came to nothing, to be corrected; null where it is not one of those, or is replaced. */
export async function getDepositToCorrect(
  ctx: Ctx,
  { referenceId }: { referenceId: string },
): Promise<ToCorrect | null> {
  requirePermission(ctx, "deposits:create");
  const mine = and(eq(transactions.environment, ctx.environment), eq(transactions.referenceId, referenceId));
  const [found] = await DEPOSIT.find(ctx.db, mine);
  if (!found || !isCorrectable(found.order.submission) || found.order.discrepancyAt !== null) return null;
  if (await ctx.db.$count(transactions, eq(transactions.replaces, found.order.id))) return null;
  // The requester typed them; others who may not see the payer type them again.
  const isKnown = seesPii(ctx) || found.intent.requestedBy === ctx.actor.id;
  const { currency, amount, playerId, payerAccountName, payerAccount, payerBankCode } = termsOnRecord(
    found.order,
    found.intent,
  );
  return {
    terms: {
      ...{ currency, amount, playerId },
      payerAccountName: (isKnown && payerAccountName) || "",
      payerAccount: (isKnown && payerAccount) || "",
      payerBankCode: payerBankCode ?? "",
    },
    isPayerLeftOut: !isKnown && Boolean(payerAccountName || payerAccount),
  };
}

/** What is worth knowing before a deposit is created: will the service take it, and does the player hold a link? */
export async function checkDeposit(ctx: Ctx, { currency, playerId, form }: CheckedTerms): Promise<DepositChecks> {
  requirePermission(ctx, "deposits:create");
  const own = form === undefined ? null : await orderOfForm(ctx, form);
  const mine = and(
    notInArray(transactions.id, own?.isSame ? [own.order.id] : []),
    eq(transactions.environment, ctx.environment),
    eq(transactions.playerId, playerId),
    eq(transactions.type, "DEPOSIT"),
    eq(transactions.currency, currency),
  );
  const [player, open] = await Promise.all([
    currency === "JPY" ? checkPlayerStatus(ctx, playerId) : ({ kind: "not_needed" } as const),
    ctx.db
      .select()
      .from(transactions)
      .where(and(mine, isPayable))
      .orderBy(desc(transactions.createdAt), desc(transactions.id))
      .limit(OPEN_SHOWN),
  ]);
  return {
    player,
    own: own && { referenceId: own.order.referenceId, at: own.order.createdAt.toISOString(), isSame: own.isSame },
    open: open.map((order) => transactionRow(order)),
  };
}

/** The order that the reader's form has made, compared as the request does; another user's form is none of theirs. */
async function orderOfForm({ db, environment, actor, vault }: Ctx, form: DepositInput) {
  const isTheirs = and(eq(deposits.formId, form.formId), eq(deposits.requestedBy, actor.id));
  const [found] = await DEPOSIT.find(db, and(isTheirs, eq(transactions.environment, environment)));
  if (!found) return null;
  const { order, intent } = found;
  const { type, referenceId } = order;
  const made = { environment, type, referenceId, digest: intent.digest };
  return { order, isSame: checkDigest(vault, made, termsOf(form)) === "match" };
}

/** What a registration's status means for a new deposit. */
const STANDINGS: ReadonlyMap<string, "registered" | "pending" | "failed" | "expired"> = new Map([
  ["REGISTERED", "registered"],
  ["PENDING", "pending"],
  ["FAILED", "failed"],
  ["EXPIRED", "expired"],
] as const);

/** "For JPY the player must already be KYC-registered" (merchant-payments-api.md, "POST /deposit"). */
async function checkPlayerStatus(ctx: Ctx, playerId: string): Promise<PlayerCheck> {
  const answer = await ctx.api.kycStatus(playerId);
  await keepStatusAnswer(ctx, { playerId, answer });
  const { result } = answer;
  if (!result.ok) {
    if (isNotFound(result.error)) return { kind: "never_registered" };
    return {
      kind: "no_answer",
      failure: await failureFor(ctx, result.error, () => hiddenOfPlayer(ctx, playerId)),
    };
  }
  const { status } = result.value;
  const kind = STANDINGS.get(status);
  // The service may say something new any day.
  return kind === undefined ? { kind: "unfamiliar", status } : { kind };
}
