import "server-only";
import { and, eq } from "drizzle-orm";
import { withdrawalAttachments } from "@/drizzle/schema/attachments";
import { transactions } from "@/drizzle/schema/transactions";
import { withdrawals } from "@/drizzle/schema/withdrawals";
import { type Attached, attachedInForm, attachedTo } from "@/lib/attachments/queries";
import { readAttached } from "@/lib/attachments/schema";
import { record } from "@/lib/audit/record";
import { type Ctx, Forbidden, requirePermission } from "@/lib/auth/context";
import { missingProof } from "@/lib/auth/factors";
import type { ProofNeeded } from "@/lib/auth/step-up";
import type { Tx } from "@/lib/db/connection";
import { problem } from "@/lib/fields";
import { bankDirectory } from "@/lib/japan/directory/load";
import { countedSum, lockSums } from "@/lib/limits/counted-sums";
import { payeeKey } from "@/lib/limits/payee";
import type { Fields } from "@/lib/payments-api/sign";
import { err, ok, type Result } from "@/lib/result";
import { isCorrectablePayout } from "@/lib/transactions/submission/correctable";
import {
  type CannotCorrect,
  type CannotReissue,
  type FormUsed,
  type IsAltered,
  lockCorrectable,
  lockReissuable,
  mayReissue,
  openOnce,
  openOrder,
} from "@/lib/transactions/submission/create-order";
import { checkDigest, digestOf } from "@/lib/transactions/submission/digest";
import { type CannotReplace, checkBeforeReplacing } from "@/lib/transactions/submission/earlier-orders";
import { newReferenceId, nextReferenceId } from "@/lib/transactions/submission/reference";
import { flagAlteredIn } from "@/lib/transactions/submission/submit";
import { WAITS_HOURS } from "./approval";
import { rulesInForce } from "./approval-rule-changes";
import { approversFor, isAboveFirstThreshold } from "./approval-rules";
import { type AmountDiffers, repeatsAmount } from "./confirm-amount";
import { alterationsOf } from "./integrity";
import { type RecipientWarning, recipientWarnings, unconfirmedNames } from "./recipient-warnings";
import { digested, type Terms, termsOf, termsOnRecord } from "./request";
import type { ReissueInput, Shortfall, WithdrawalInput } from "./schema";
import { shortfallOf } from "./shortfall";

/** A bank or branch name differs from its code's and was not confirmed. Field name to problem code. */
type Unconfirmed = { kind: "invalid"; fields: Record<string, string> };

/** Requested with a reason, it is made. */
type ExceedsBalance = { kind: "exceeds_balance" } & Shortfall;

type Order = typeof transactions.$inferSelect;

/**
 * Writes down what a person intends and queues its sending, in one transaction. The same form again finds the first
 * record: a double click, a second tab or a repeated request is one withdrawal.
 */
export async function requestWithdrawal(
  ctx: Ctx,
  input: WithdrawalInput,
): Promise<
  Result<
    { referenceId: string },
    FormUsed | AmountDiffers | CannotCorrect | CannotReplace | ProofNeeded | Unconfirmed | ExceedsBalance
  >
> {
  requirePermission(ctx, "withdrawals:create");
  if (ctx.actor.kind !== "person") throw new Forbidden("only a person requests a withdrawal");
  const requestedBy = ctx.actor.id;
  const { formId, amountAgain, corrects } = input;
  if (!repeatsAmount(ctx.environment, input, amountAgain)) return err({ kind: "amount_differs" });
  const warnings = await warningsOf(input);
  const unconfirmed = input.currency === "JPY" ? unconfirmedNames(warnings, input) : {};
  if (Object.keys(unconfirmed).length > 0) return err({ kind: "invalid", fields: unconfirmed });
  const terms = termsOf(input);
  const attached = await attachedInForm(ctx, { ids: readAttached(input.attachments).map(({ id }) => id), corrects });
  if (!attached) return err({ kind: "invalid", fields: { attachments: problem("attachmentGone") } });
  const { purpose } = input;
  const shown = { warnings, ...passbookOf(input), shortfallReason: input.shortfallReason ?? null, purpose, attached };
  const sealed = digested(terms, purpose, attached);
  if (corrects !== undefined) {
    const checked = await checkBeforeReplacing(ctx, {
      type: "WITHDRAW",
      referenceId: corrects,
      allowed: isCorrectablePayout,
    });
    if (!checked.ok) return checked;
  }

  return openOnce<CannotCorrect | ProofNeeded | ExceedsBalance>(ctx, {
    formId,
    first: (tx) => withForm(tx, ctx, { formId, sealed }),
    open: async (tx) => {
      const place =
        corrects === undefined
          ? ok(null)
          : await lockCorrectable(tx, ctx, { type: "WITHDRAW", referenceId: corrects, allowed: isCorrectablePayout });
      if (!place.ok) return place;
      const unproven = await missingRequesterProof(tx, ctx, terms);
      if (unproven) return err(unproven);
      const short = await shortfallOf(tx, ctx, { ...terms, besides: null });
      if (short && input.shortfallReason === undefined) return err({ kind: "exceeds_balance", ...short });
      // Covered meanwhile, or no reason was required.
      if (!short) shown.shortfallReason = null;
      const referenceId = newReferenceId("WD", ctx.now(), ctx.random(8));
      const digest = digestOf(ctx.vault, { environment: ctx.environment, type: "WITHDRAW", referenceId }, sealed);
      await intend(tx, ctx, { referenceId, formId, terms, digest, requestedBy, shown, replaces: place.value });
      return ok(referenceId);
    },
  });
}

/**
 * Sends a withdrawal again under a new, linked id, where the earlier one was refused or can no longer be accepted and
 * was looked for in vain. Only a person does this, having seen what happened; each order is replaced at most once.
 */
export async function reissueWithdrawal(
  ctx: Ctx,
  { referenceId, amountAgain }: ReissueInput,
): Promise<Result<{ referenceId: string }, CannotReissue | AmountDiffers | CannotReplace | IsAltered | ProofNeeded>> {
  requirePermission(ctx, "withdrawals:create");
  if (ctx.actor.kind !== "person") throw new Forbidden("only a person sends a withdrawal again");
  const requestedBy = ctx.actor.id;
  const checked = await checkBeforeReplacing(ctx, { type: "WITHDRAW", referenceId, allowed: mayReissue });
  if (!checked.ok) return checked;

  return ctx.db.transaction(async (tx) => {
    const found = await lockReissuable(tx, ctx, { type: "WITHDRAW", referenceId });
    if (!found.ok) return found;
    const order = found.value;
    const [intent] = await tx.select().from(withdrawals).where(eq(withdrawals.transactionRow, order.id));
    // Another system of the merchant created it: it was never sent from here.
    if (!intent) return err({ kind: "not_held" });
    if ((await alterationsOf({ ...ctx, db: tx }, order, intent)).length > 0) {
      await flagAlteredIn(tx, ctx, { action: "withdrawal.altered", order });
      return err({ kind: "altered" });
    }
    if (!repeatsAmount(ctx.environment, order, amountAgain)) return err({ kind: "amount_differs" });
    const unproven = await missingRequesterProof(tx, ctx, order);
    if (unproven) return err(unproven);

    const next = nextReferenceId(referenceId);
    const { digest } = intent;
    const terms = termsOnRecord(order, intent);
    await intend(tx, ctx, {
      referenceId: next,
      formId: null,
      terms,
      digest,
      requestedBy,
      // The service said itself whether the balance covers it.
      shown: { ...intent, shortfallReason: null, attached: (await attachedTo(tx, [order.id])).get(order.id) ?? [] },
      replaces: order,
    });
    return ok({ referenceId: next });
  });
}

async function missingRequesterProof(tx: Tx, ctx: Ctx, paid: Pick<Order, "currency" | "amount">) {
  const rules = await rulesInForce(tx, ctx.environment);
  return isAboveFirstThreshold(rules, paid) ? missingProof(tx, ctx) : null;
}

type Shown = {
  warnings: RecipientWarning[];
  yuchoSymbol: string | null;
  yuchoNumber: string | null;
  shortfallReason: string | null;
  purpose: string;
  attached: Attached[];
};

type Intent = {
  referenceId: string;
  formId: string | null;
  terms: Terms;
  digest: string;
  requestedBy: string;
  /** What requester and approvers see beside the terms. */
  shown: Shown;
  replaces: Order | null;
};

/** The record of intent, the line in the audit log and the job to send it: all of them, or nothing. */
async function intend(tx: Tx, ctx: Ctx, { referenceId, formId, terms, digest, requestedBy, shown, replaces }: Intent) {
  const { warnings, yuchoSymbol, yuchoNumber, shortfallReason, purpose, attached } = shown;
  const { currency, amount, playerId, ...recipient } = terms;
  const { environment } = ctx;
  const at = ctx.now();
  const key = payeeKey(recipient);
  await lockSums(tx, ctx, currency);
  const counted = await countedSum(tx, ctx, { currency, amount, requestedBy, payeeKey: key });
  const approversNeeded = approversFor(await rulesInForce(tx, environment), { currency, amount: counted.amount });
  const waits = approversNeeded > 0;
  const approvalExpiresAt = waits ? new Date(at.getTime() + WAITS_HOURS * 3_600_000) : null;
  const submission = waits ? "awaiting_approval" : "queued";
  const order = { type: "WITHDRAW", referenceId, currency, amount, playerId, submission } as const;
  const transactionRow = await openOrder(tx, ctx, { ...order, replaces: replaces?.id ?? null });

  const needed = { approversNeeded, approvalExpiresAt, approvalBasis: counted.basis, approvalAmount: counted.amount };
  const seen = { warnings, yuchoSymbol, yuchoNumber, shortfallReason, purpose };
  const intent = { formId, ...recipient, ...seen, digest, requestedBy, requestedAt: at, payeeKey: key, ...needed };
  await tx.insert(withdrawals).values({ transactionRow, ...intent });
  if (attached.length > 0) {
    const files = attached.map(({ id: attachmentId }, position) => ({ transactionRow, attachmentId, position }));
    await tx.insert(withdrawalAttachments).values(files);
  }
  const action = formId === null ? "withdrawal.reissued" : "withdrawal.requested";
  const warned = warnings.length > 0 && { warnings };
  const detail = {
    currency,
    amount,
    digest,
    approversNeeded,
    counted,
    ...warned,
    ...(attached.length > 0 && { attachments: attached.map(({ sha256 }) => sha256) }),
    // Under the name by which it is masked where names and accounts are.
    ...(shortfallReason !== null && { reason: shortfallReason }),
    ...(replaces && { inPlaceOf: replaces.referenceId }),
  };
  await record(tx, ctx, { action, subject: referenceId, detail });
  if (!replaces) return;
  await record(tx, ctx, { action: "withdrawal.replaced", subject: replaces.referenceId, detail: { by: referenceId } });
}

/** The withdrawal that a form has made already. */
async function withForm(tx: Tx, { environment, vault }: Ctx, { formId, sealed }: { formId: string; sealed: Fields }) {
  const [first] = await tx
    .select({ referenceId: transactions.referenceId, digest: withdrawals.digest })
    .from(withdrawals)
    .innerJoin(transactions, eq(transactions.id, withdrawals.transactionRow))
    .where(and(eq(withdrawals.formId, formId), eq(transactions.environment, environment)));
  if (!first) return null;
  const { referenceId } = first;
  const isSame = checkDigest(vault, { ...first, environment, type: "WITHDRAW" }, sealed) === "match";
  return { referenceId, isSame };
}

/** What the directory says against the names: outside Japan there is none. */
async function warningsOf(input: WithdrawalInput): Promise<RecipientWarning[]> {
  if (input.currency !== "JPY") return [];
  const directory = await bankDirectory();
  const bank = directory.bank(input.destination)?.name ?? null;
  const branch = directory.branch(input.destination, input.destinationBranchCode)?.name ?? null;
  return recipientWarnings(input, { bank, branch });
}

/** The passbook that the account was converted from; null where it was typed. */
function passbookOf(input: WithdrawalInput) {
  if (input.currency !== "JPY" || input.yuchoSymbol === "") return { yuchoSymbol: null, yuchoNumber: null };
  return { yuchoSymbol: input.yuchoSymbol, yuchoNumber: input.yuchoNumber };
}
