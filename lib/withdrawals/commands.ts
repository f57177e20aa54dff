import "server-only";
import { withdrawalAttachments } from "@/drizzle/schema/attachments";
import { type Withdrawal, withdrawals } from "@/drizzle/schema/withdrawals";
import { checkKeyLimit, type ExceedsKeyLimit } from "@/lib/api-keys/limits";
import { readAttached } from "@/lib/attachments/attachment";
import { type Attached, attachedInForm, attachedTo } from "@/lib/attachments/queries";
import { type Ctx, requirePermission } from "@/lib/auth/context";
import { missingProof } from "@/lib/auth/factors";
import type { ProofNeeded } from "@/lib/auth/step-up";
import type { Tx } from "@/lib/db/connection";
import { problem } from "@/lib/fields";
import { countedSum, lockSums } from "@/lib/limits/counted-sums";
import { payeeKey } from "@/lib/limits/payee";
import { type CannotChoose, refusalOfPayee } from "@/lib/payees/choose";
import { newPayeeUntil } from "@/lib/payees/cooling-off";
import { directoryWarnings } from "@/lib/payees/directory-warnings";
import { unconfirmedNames } from "@/lib/payees/recipient-warnings";
import type { ChosenPayee } from "@/lib/payees/rules";
import { err, type Result } from "@/lib/result";
import {
  type CannotCorrect,
  type CannotReissue,
  type FormUsed,
  type IsAltered,
  type NewOrder,
  recordOrder,
  reissueOrder,
  requestOrder,
} from "@/lib/transactions/submission/create-order";
import { type CannotReplace, withEarlier } from "@/lib/transactions/submission/earlier-orders";
import type { Repeats, Shortfall } from "./advice-view";
import { rulesInForce } from "./approval-rule-changes";
import { isAboveFirstThreshold } from "./approval-rules";
import { approversNeeded } from "./approvals-needed";
import { WAITS_HOURS } from "./approvers";
import { type AmountDiffers, repeatsAmount } from "./confirm-amount";
import { equalPayout, rowsToCome } from "./equal-payout";
import { WITHDRAWAL } from "./integrity";
import { readPayeeText } from "./payee-text";
import { replacedWith } from "./replaced";
import { chosenIn, digested, type Terms, termsOf, termsOnRecord } from "./request";
import type { ReissueInput, WithdrawalInput } from "./schema";
import { shortfallOf } from "./shortfall";
import { unknownTwins } from "./unknown-twin";

/** A bank or branch name differs from the directory's and was not confirmed. Field name to problem code. */
type Unconfirmed = { kind: "invalid"; fields: Record<string, string> };

/** An order of the same amount to the same account may have been paid. Nothing overrides that. */
type UnknownOutcome = { kind: "unknown_outcome"; referenceId: string };

/** Accepted if requested with a reason. */
type ExceedsBalance = { kind: "exceeds_balance" } & Shortfall;

type Made = { referenceId: string };

/** Found out under the locks of the request. */
type Refused = ProofNeeded | UnknownOutcome | ExceedsBalance | ExceedsKeyLimit | CannotChoose | Repeats;

/**
 * `shownRepeats`: the equal payouts that the review has shown, and the batches with an equal row; undefined for a system,
 * which has no review.
 */
type Requested = WithdrawalInput & { shownRepeats?: string[] };

/** Records the intent and queues its submission, unless approvals are needed. */
export async function requestWithdrawal(
  ctx: Ctx,
  input: Requested,
): Promise<Result<Made, FormUsed | AmountDiffers | CannotCorrect | CannotReplace | Unconfirmed | Refused>> {
  requirePermission(ctx, "withdrawals:create");
  const { formId, amountAgain, corrects, purpose, shownRepeats } = input;
  const payee = readPayeeText(input.payee);
  if (!repeatsAmount(ctx.environment, input, amountAgain)) return err({ kind: "amount_differs" });
  const warnings = await directoryWarnings(input);
  // A payee's names were confirmed when it was proposed and approved.
  const unconfirmed = input.currency === "JPY" && payee === null ? unconfirmedNames(warnings, input) : {};
  if (Object.keys(unconfirmed).length > 0) return err({ kind: "invalid", fields: unconfirmed });
  const terms = termsOf(input);
  const attached = await attachedInForm(ctx, { ids: readAttached(input.attachments).map(({ id }) => id), corrects });
  if (!attached) return err({ kind: "invalid", fields: { attachments: problem("attachmentGone") } });

  return requestOrder<Withdrawal, Refused>(ctx, WITHDRAWAL, {
    ...{ formId, corrects, sealed: digested(terms, { purpose, attached, payee }) },
    open: async (tx, made) => {
      const unusable = payee && (await refusalOfPayee(tx, ctx, payee, terms));
      if (unusable) return err(unusable);
      const [twin] = await unknownTwins(tx, ctx, { ...terms, payeeKey: payeeKey(terms) }).limit(1);
      if (twin) return err({ kind: "unknown_outcome", ...twin });
      const unproven = await missingRequesterProof(tx, ctx, terms);
      if (unproven) return err(unproven);
      const short = await shortfallOf(tx, ctx, { ...terms, besides: null });
      if (short && input.shortfallReason === undefined) return err({ kind: "exceeds_balance", ...short });
      // Null: the balance covers it by now, or no reason was required.
      const shortfallReason = short ? (input.shortfallReason ?? null) : null;
      const shown = { warnings, ...passbookOf(input), shortfallReason, purpose, attached, payee };
      // Equal requests at the same moment take turns here, so that the second one finds the first.
      await lockSums(tx, ctx, terms.currency);
      // What this one corrects is known to the requester.
      const besides = await replacedWith(tx, made.replaces?.id ?? null);
      const repeat = await repeatOf(tx, ctx, { terms, besides, shownRepeats });
      if (repeat && shownRepeats) return err(repeat);
      return recordWithdrawal(tx, ctx, { made, terms, shown, isRepeat: repeat !== null });
    },
  });
}

/** Found out under the locks of the earlier order. */
type NotAgain = AmountDiffers | ProofNeeded | ExceedsKeyLimit | UnknownOutcome | Repeats;

/** Sends a withdrawal again under a new, linked id, unless the payee may have been paid by another order meanwhile. */
export async function reissueWithdrawal(
  ctx: Ctx,
  { referenceId, amountAgain, shownRepeats = [] }: ReissueInput,
): Promise<Result<Made, CannotReissue | CannotReplace | IsAltered | NotAgain>> {
  requirePermission(ctx, "withdrawals:create");
  return reissueOrder<Withdrawal, NotAgain>(ctx, WITHDRAWAL, {
    referenceId,
    again: async (tx, { order, intent }, made) => {
      if (!repeatsAmount(ctx.environment, order, amountAgain)) return err({ kind: "amount_differs" });
      const unproven = await missingRequesterProof(tx, ctx, order);
      if (unproven) return err(unproven);
      const attached = (await attachedTo(tx, [order.id])).get(order.id) ?? [];
      // The service decides whether the balance covers it.
      const shown = { ...intent, shortfallReason: null, attached, payee: chosenIn(intent) };
      const terms = termsOnRecord(order, intent);
      await lockSums(tx, ctx, terms.currency);
      // The service is asked about the order and those that it replaces, at each of these steps.
      const besides = (await withEarlier(tx, order.id)).map(({ id }) => id);
      const [twin] = await unknownTwins(tx, ctx, { ...terms, payeeKey: payeeKey(terms) }, besides).limit(1);
      if (twin) return err({ kind: "unknown_outcome", ...twin });
      const repeat = await repeatOf(tx, ctx, { terms, besides, shownRepeats });
      if (repeat) return err(repeat);
      return recordWithdrawal(tx, ctx, { made, terms, shown, isRepeat: false });
    },
  });
}

type Repeating = { terms: Terms; besides: string[]; shownRepeats: string[] | undefined };

/** An equal payout, or a batch that has still to send an equal row, that was not shown yet. */
async function repeatOf(tx: Tx, ctx: Ctx, { terms, besides, shownRepeats = [] }: Repeating): Promise<Repeats | null> {
  // Before the orders: a row that becomes one meanwhile is found there.
  const rows = await rowsToCome(tx, ctx, { ...terms, payeeKey: payeeKey(terms), besides });
  const repeat = await equalPayout(tx, ctx, { ...terms, besides });
  if (repeat && !shownRepeats.includes(repeat.referenceId)) return { kind: "repeats", repeat };
  const row = rows.find(({ batchId }) => !shownRepeats.includes(batchId));
  return row ? { kind: "in_batch", ...row } : null;
}

/** A key has no second factor. In production a person decides about each of its requests. */
async function missingRequesterProof(tx: Tx, ctx: Ctx, paid: Pick<Terms, "currency" | "amount">) {
  if (ctx.actor.kind === "api_key") return null;
  const rules = await rulesInForce(tx, ctx.environment);
  return isAboveFirstThreshold(rules, paid) ? missingProof(tx, ctx) : null;
}

/** What requester and approvers see besides the terms. */
type Shown = Pick<Withdrawal, "warnings" | "yuchoSymbol" | "yuchoNumber" | "shortfallReason" | "purpose"> & {
  attached: Attached[];
  payee: ChosenPayee | null;
};

/**
 * After `lockSums` of the currency, so that concurrent requests count each other. `isRepeat`: it equals a payout that
 * the requester was not shown, or a row that a batch has still to send.
 */
async function recordWithdrawal(
  tx: Tx,
  ctx: Ctx,
  { made, terms, shown, isRepeat }: { made: NewOrder; terms: Terms; shown: Shown; isRepeat: boolean },
): Promise<Result<Made, ExceedsKeyLimit>> {
  const { warnings, yuchoSymbol, yuchoNumber, shortfallReason, purpose, attached, payee } = shown;
  const { currency, amount, playerId: _playerId, ...recipient } = terms;
  const { formId, digest, requestedBy } = made;
  const at = ctx.now();
  const account = payeeKey(recipient);
  const key = await checkKeyLimit(tx, ctx, { currency, amount, isRepeat });
  if (key.kind !== "allowed") return err(key);
  const counted = await countedSum(tx, ctx, { currency, amount, requestedBy, payeeKey: account });
  const rules = await rulesInForce(tx, ctx.environment);
  const isNew = await newPayeeUntil(tx, ctx, { currency, payeeKeys: [account] });
  const needed = Math.max(approversNeeded(rules, [{ currency, amount: counted.amount }], isNew), key.approvers);
  const waits = needed > 0;
  const approvalExpiresAt = waits ? new Date(at.getTime() + WAITS_HOURS * 3_600_000) : null;
  const intent = {
    ...{ formId, ...recipient, digest, requestedBy, requestedAt: at, payeeKey: account },
    ...{ warnings, yuchoSymbol, yuchoNumber, shortfallReason, purpose },
    ...{ payeeId: payee?.payeeId ?? null, payeeVersion: payee?.version ?? null, newPayeeUntil: isNew },
    ...{ approversNeeded: needed, approvalExpiresAt },
    ...{ approvalBasis: counted.basis, approvalAmount: counted.amount },
  };
  return recordOrder(tx, ctx, WITHDRAWAL, {
    ...{ made, terms, submission: waits ? "awaiting_approval" : "queued" },
    async insertIntent(transactionRow) {
      await tx.insert(withdrawals).values({ transactionRow, ...intent });
      if (attached.length === 0) return;
      const files = attached.map(({ id: attachmentId }, position) => ({ transactionRow, attachmentId, position }));
      await tx.insert(withdrawalAttachments).values(files);
    },
    detail: {
      ...{ approversNeeded: needed, counted },
      ...(payee && { payee }),
      ...(isNew && { newPayeeUntil: isNew.toISOString() }),
      ...(warnings.length > 0 && { warnings }),
      ...(attached.length > 0 && { attachments: attached.map(({ sha256 }) => sha256) }),
      // Stored under the name by which it is masked.
      ...(shortfallReason !== null && { reason: shortfallReason }),
    },
  });
}

/** The passbook that the account was converted from; null if it was typed. */
function passbookOf(input: WithdrawalInput) {
  if (input.currency !== "JPY" || input.yuchoSymbol === "") return { yuchoSymbol: null, yuchoNumber: null };
  return { yuchoSymbol: input.yuchoSymbol, yuchoNumber: input.yuchoNumber };
}
