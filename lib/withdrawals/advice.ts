import "server-only";
import { and, desc, eq, inArray, ne } from "drizzle-orm";
import { type Order, transactions } from "@/drizzle/schema/transactions";
import { type Withdrawal, withdrawals } from "@/drizzle/schema/withdrawals";
import { type Ctx, requirePermission } from "@/lib/auth/context";
import { isSameHolder } from "@/lib/japan/same-holder";
import { countedSum } from "@/lib/limits/counted-sums";
import { payeeKey } from "@/lib/limits/payee";
import { newPayeeUntil } from "@/lib/payees/cooling-off";
import { expectedHold } from "@/lib/payees/hold";
import { kycNamesOfPlayer } from "@/lib/payees/kyc-names";
import { isPaid, STATUSES } from "@/lib/transactions/status/status";
import type { Advice } from "./advice-view";
import { rulesInForce } from "./approval-rule-changes";
import { approversFor } from "./approval-rules";
import { NEW_PAYEE_APPROVERS } from "./approvals-needed";
import { equalPayout, isToAccount, rowsToCome } from "./equal-payout";
import { orderOfForm } from "./order-of-form";
import { replacedByForm, replacedWith } from "./replaced";
import type { AdvisedTerms } from "./schema";
import { shortfallOf } from "./shortfall";
import { unknownTwins } from "./unknown-twin";

const PAID = STATUSES.filter(isPaid);

/** Warnings about these terms, from our own record; orders of other systems are not in it. */
export async function adviceFor(ctx: Ctx, terms: AdvisedTerms): Promise<Advice[]> {
  requirePermission(ctx, "withdrawals:create");
  const { amount, corrects } = terms;
  const ofForm = await orderOfForm(ctx, terms);
  const own = ofForm?.isSame ? ofForm.order : null;
  const [sum, isNew, others] = await Promise.all([
    amount === null ? null : sumAdvice(ctx, { ...terms, amount }, own ? [own.id] : []),
    newPayeeUntil(ctx.db, ctx, { currency: terms.currency, payeeKeys: [payeeKey(terms)] }),
    own
      ? requested(own)
      : adviceBeside(ctx, terms, {
          ...{ itself: null, payeeId: null },
          replaced: await replacedByForm(ctx, corrects),
        }),
  ]);
  const payee: Advice[] = isNew
    ? [{ kind: "new_payee", until: isNew.toISOString(), approvers: NEW_PAYEE_APPROVERS }]
    : [];
  const used: Advice[] = ofForm && !ofForm.isSame ? [{ kind: "form_used", referenceId: ofForm.order.referenceId }] : [];
  return [...used, ...payee, ...(sum ? [sum] : []), ...others];
}

const requested = ({ referenceId, createdAt }: Order): Advice[] => [
  { kind: "requested", referenceId, at: createdAt.toISOString() },
];

/**
 * The same for an approver, from the record as it is now. The sum, and whether the payee was new, are stored with the
 * request.
 */
export async function adviceOn(ctx: Ctx, order: Order, intent: Withdrawal): Promise<Advice[]> {
  const { currency, amount, playerId } = order;
  const { destination, destinationBranchCode, destinationAccount, destinationAccountName } = intent;
  const account = {
    ...{ destination, destinationBranchCode: destinationBranchCode ?? "", destinationAccount },
    destinationAccountType: intent.destinationAccountType ?? undefined,
  };
  return adviceBeside(
    ctx,
    { currency, amount, ...account, destinationAccountName, playerId },
    {
      ...{ itself: order.id, payeeId: intent.payeeId },
      replaced: await replacedWith(ctx.db, order.replaces),
    },
  );
}

/**
 * Orders that are no duplicate. `itself`: null for a new one. `replaced`: what it corrects, as far as that may be.
 * `payeeId`: the payee that was chosen; a new one is refused if that would be held.
 */
type Besides = { itself: string | null; replaced: string[]; payeeId: string | null };

async function adviceBeside(ctx: Ctx, terms: AdvisedTerms, besides: Besides): Promise<Advice[]> {
  const { itself, replaced, payeeId } = besides;
  const { currency, amount, destinationAccountName } = terms;
  const others = itself === null ? [] : [itself];
  const account = { ...terms, besides: others };
  const sameAccount = isToAccount(ctx, account);
  const onePaid = ctx.db
    .select({ id: transactions.id })
    .from(withdrawals)
    .innerJoin(transactions, eq(transactions.id, withdrawals.transactionRow))
    .where(and(sameAccount, inArray(transactions.status, PAID)))
    .limit(1);
  /** The newest order of each holder that the account was said to have, spelled as there. */
  const otherHolder = async (name: string) => {
    const { destinationAccountName: holder } = withdrawals;
    const { referenceId, createdAt } = transactions;
    const spelled = await ctx.db
      .selectDistinctOn([holder], { holder, referenceId, createdAt })
      .from(withdrawals)
      .innerJoin(transactions, eq(transactions.id, withdrawals.transactionRow))
      .where(and(sameAccount, ne(holder, name)))
      .orderBy(holder, desc(createdAt), desc(transactions.id));
    const others = spelled.filter((one) => !isSameHolder(one.holder, name));
    return others.sort((one, next) => next.createdAt.getTime() - one.createdAt.getTime())[0] ?? null;
  };

  const twin = { currency, amount: amount ?? "", payeeKey: payeeKey(terms) };
  const { environment } = ctx;
  const intent = { payeeKey: twin.payeeKey, payeeId, destinationAccountName };
  const [held, kyc, short, [unknown], [row], repeat, [paid], other] = await Promise.all([
    expectedHold(ctx.db, { environment, currency }, intent),
    kycNamesOfPlayer(ctx.db, ctx, terms.playerId),
    amount === null ? null : shortfallOf(ctx.db, ctx, { currency, amount, besides: itself }),
    amount === null ? [] : unknownTwins(ctx.db, ctx, twin, others).limit(1),
    amount === null ? [] : rowsToCome(ctx.db, ctx, { ...twin, besides: replaced }).limit(1),
    amount === null ? null : equalPayout(ctx.db, ctx, { ...account, amount, besides: [...others, ...replaced] }),
    onePaid,
    destinationAccountName === null ? null : otherHolder(destinationAccountName),
  ]);
  const advice: Advice[] = held ? [{ kind: "held", reason: held }] : [];
  if (short) advice.push({ kind: "exceeds_balance", ...short });
  if (unknown) advice.push({ kind: "unknown_outcome", ...unknown });
  if (repeat && repeat.referenceId !== unknown?.referenceId) {
    const { referenceId, at } = repeat;
    advice.push({ kind: "repeat", referenceId, at });
  }
  if (row) advice.push({ kind: "in_batch", ...row });
  const kycName = kyc.registered ?? kyc.waiting;
  const isOther = kycName && destinationAccountName && !isSameHolder(destinationAccountName, kycName);
  if (isOther) advice.push({ kind: "kyc_differs", name: kycName });
  if (other) advice.push({ kind: "other_holder", holder: other.holder, referenceId: other.referenceId });
  if (!paid) advice.push({ kind: "never_paid" });
  return advice;
}

type Advised = AdvisedTerms & { amount: string };

/**
 * Whether a sum over 24 hours requires more approvals than the payout alone. The request computes it again under a
 * lock. `besides`: the order of this form, which its amount would count twice.
 */
async function sumAdvice(ctx: Ctx, terms: Advised, besides: string[]): Promise<Advice | null> {
  const { currency, amount } = terms;
  const asked = { currency, amount, requestedBy: ctx.actor.id, payeeKey: payeeKey(terms), besides };
  const [rules, { basis, amount: total }] = await Promise.all([
    rulesInForce(ctx.db, ctx.environment),
    countedSum(ctx.db, ctx, asked),
  ]);
  const approvers = approversFor(rules, { currency, amount: total });
  if (basis === "payout" || approvers <= approversFor(rules, { currency, amount })) return null;
  return { kind: "sum", basis, total, currency, approvers };
}
