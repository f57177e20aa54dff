import "server-only";
import { and, eq } from "drizzle-orm";
import { deposits } from "@/drizzle/schema/deposits";
import { transactions } from "@/drizzle/schema/transactions";
import { record } from "@/lib/audit/record";
import { type Ctx, Forbidden, requirePermission } from "@/lib/auth/context";
import type { Tx } from "@/lib/db/connection";
import { err, ok, type Result } from "@/lib/result";
import type { MayReplace } from "@/lib/transactions/submission/correctable";
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
import { isCorrectable } from "@/lib/transactions/submission/submission";
import { flagAlteredIn } from "@/lib/transactions/submission/submit";
import { alterationsOf } from "./integrity";
import { type Terms, termsOf, termsOnRecord } from "./request";
import type { DepositInput } from "./schema";

type Order = typeof transactions.$inferSelect;

/** A deposit that failed at the service is not replaced: a new one cannot pay twice. */
const mayCorrect: MayReplace = ({ submission, conflict }) => isCorrectable(submission) && !conflict;

/**
 * Writes down which deposit a person wants and queues its sending, in one transaction. Nobody has to agree: money can
 * only come in. The same form again finds the first record.
 */
export async function requestDeposit(
  ctx: Ctx,
  input: DepositInput,
): Promise<Result<{ referenceId: string }, FormUsed | CannotCorrect | CannotReplace>> {
  requirePermission(ctx, "deposits:create");
  if (ctx.actor.kind !== "person") throw new Forbidden("only a person requests a deposit");
  const requestedBy = ctx.actor.id;
  const { formId, corrects } = input;
  const terms = termsOf(input);
  if (corrects !== undefined) {
    const checked = await checkBeforeReplacing(ctx, {
      type: "DEPOSIT",
      referenceId: corrects,
      allowed: mayCorrect,
    });
    if (!checked.ok) return checked;
  }

  return openOnce(ctx, {
    formId,
    first: (tx) => withForm(tx, ctx, { formId, terms }),
    open: async (tx) => {
      const place =
        corrects === undefined
          ? ok(null)
          : await lockCorrectable(tx, ctx, { type: "DEPOSIT", referenceId: corrects, allowed: mayCorrect });
      if (!place.ok) return place;
      const referenceId = newReferenceId("DP", ctx.now(), ctx.random(8));
      const digest = digestOf(ctx.vault, { environment: ctx.environment, type: "DEPOSIT", referenceId }, terms);
      await intend(tx, ctx, { referenceId, formId, terms, digest, requestedBy, replaces: place.value });
      return ok(referenceId);
    },
  });
}

/**
 * Creates a deposit again under a new, linked id, where the earlier one was refused or can no longer be accepted and
 * was looked for in vain, so that the player is never given two links for one payment.
 */
export async function reissueDeposit(
  ctx: Ctx,
  { referenceId }: { referenceId: string },
): Promise<Result<{ referenceId: string }, CannotReissue | CannotReplace | IsAltered>> {
  requirePermission(ctx, "deposits:create");
  if (ctx.actor.kind !== "person") throw new Forbidden("only a person creates a deposit again");
  const requestedBy = ctx.actor.id;
  const checked = await checkBeforeReplacing(ctx, { type: "DEPOSIT", referenceId, allowed: mayReissue });
  if (!checked.ok) return checked;

  return ctx.db.transaction(async (tx) => {
    const found = await lockReissuable(tx, ctx, { type: "DEPOSIT", referenceId });
    if (!found.ok) return found;
    const order = found.value;
    const [intent] = await tx.select().from(deposits).where(eq(deposits.transactionRow, order.id));
    // Another system of the merchant created it: it was never sent from here.
    if (!intent) return err({ kind: "not_held" });
    if ((await alterationsOf({ ...ctx, db: tx }, order, intent)).length > 0) {
      await flagAlteredIn(tx, ctx, { action: "deposit.altered", order });
      return err({ kind: "altered" });
    }

    const next = nextReferenceId(referenceId);
    const { digest } = intent;
    const terms = termsOnRecord(order, intent);
    await intend(tx, ctx, { referenceId: next, formId: null, terms, digest, requestedBy, replaces: order });
    return ok({ referenceId: next });
  });
}

type Intent = {
  referenceId: string;
  formId: string | null;
  terms: Terms;
  digest: string;
  requestedBy: string;
  replaces: Order | null;
};

/** The record of intent, the line in the audit log and the job to send it: all of them, or nothing. */
async function intend(tx: Tx, ctx: Ctx, { referenceId, formId, terms, digest, requestedBy, replaces }: Intent) {
  const { currency, amount, playerId, ...payer } = terms;
  const order = { type: "DEPOSIT", referenceId, currency, amount, playerId, submission: "queued" } as const;
  const transactionRow = await openOrder(tx, ctx, { ...order, replaces: replaces?.id ?? null });
  await tx.insert(deposits).values({ transactionRow, formId, ...payer, digest, requestedBy, requestedAt: ctx.now() });
  const action = formId === null ? "deposit.reissued" : "deposit.requested";
  const detail = { currency, amount, digest, ...(replaces && { inPlaceOf: replaces.referenceId }) };
  await record(tx, ctx, { action, subject: referenceId, detail });
  if (!replaces) return;
  await record(tx, ctx, { action: "deposit.replaced", subject: replaces.referenceId, detail: { by: referenceId } });
}

/** The deposit that a form has made already. */
async function withForm(tx: Tx, { environment, vault }: Ctx, { formId, terms }: { formId: string; terms: Terms }) {
  const [first] = await tx
    .select({ referenceId: transactions.referenceId, digest: deposits.digest })
    .from(deposits)
    .innerJoin(transactions, eq(transactions.id, deposits.transactionRow))
    .where(and(eq(deposits.formId, formId), eq(transactions.environment, environment)));
  if (!first) return null;
  const { referenceId } = first;
  const isSame = checkDigest(vault, { ...first, environment, type: "DEPOSIT" }, terms) === "match";
  return { referenceId, isSame };
}
