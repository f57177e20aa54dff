import "server-only";
import { and, eq } from "drizzle-orm";
import type { z } from "zod";
import { payees, payeeVersions } from "@/drizzle/schema/payees";
import { transactions } from "@/drizzle/schema/transactions";
import { withdrawals } from "@/drizzle/schema/withdrawals";
import { type Ctx, requirePermission } from "@/lib/auth/context";
import { err, ok, type Result } from "@/lib/result";
import { requestWithdrawal } from "@/lib/withdrawals/commands";
import { payeeText } from "@/lib/withdrawals/payee-text";
import { withdrawalInput } from "@/lib/withdrawals/schema";
import { type ApiProblem, fieldErrors, readFields } from "./problem";
import { type PayoutRequest, type payoutAnswer, RECIPIENT_FIELDS } from "./shapes";

type Answer = z.output<typeof payoutAnswer>;

/** Requests a payout by the use case of the form: the same rules, and the same approvals. */
export async function requestPayout(
  ctx: Ctx,
  { payeeId, ...body }: PayoutRequest,
): Promise<Result<Answer, ApiProblem>> {
  requirePermission(ctx, "withdrawals:create");
  // Which of the two is meant is for the caller to say, also where they agree.
  const named = payeeId === undefined ? [] : RECIPIENT_FIELDS.filter((field) => body[field] !== undefined);
  if (named.length > 0) {
    const errors = named.map((field) => ({ field, code: "notWithPayee" as const }));
    return err({ code: "invalid", detail: "Either payeeId or the recipient's fields.", errors });
  }
  const saved = payeeId === undefined ? null : await payeeTerms(ctx, payeeId);
  if (payeeId !== undefined && saved === null) return err({ code: "payee_not_payable" });
  const parsed = readFields(withdrawalInput, {
    ...{ ...body, ...saved },
    // Each Idempotency-Key asks once, and what was asked is kept with it.
    formId: uuidOf(ctx.random(16)),
    // A system does not mistype: the amount stands in one place.
    amountAgain: body.amount,
    attachments: "",
  });
  if (!parsed.ok) return parsed;
  const made = await requestWithdrawal(ctx, parsed.value);
  if (!made.ok) return err(problemOf(made.error));
  return ok(await answerOf(ctx, made.value.referenceId));
}

type Refusal = Extract<Awaited<ReturnType<typeof requestWithdrawal>>, { ok: false }>["error"];

function problemOf(refusal: Refusal): ApiProblem {
  switch (refusal.kind) {
    case "invalid":
      return { code: "invalid", errors: fieldErrors(refusal.fields) };
    case "exceeds_key_limit": {
      const { currency, left } = refusal;
      const detail = left === null ? `The key may request nothing in ${currency}.` : `Left now: ${left} ${currency}.`;
      return { code: "exceeds_key_limit", detail };
    }
    case "exceeds_balance":
      return { code: "exceeds_balance" };
    case "unknown_outcome":
      return { code: "unknown_outcome", detail: `Resolve the payout ${refusal.referenceId} first.` };
    case "payee_gone":
    case "payee_blocked":
    case "payee_undecided":
    case "payee_changed":
      return { code: "payee_not_payable", detail: refusal.kind };
    default:
      // Forms, corrections, second entries and factors: a key has none of these.
      throw new Error(`a key was refused: ${refusal.kind}`);
  }
}

const uuidOf = (hex: string) => hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, "$1-$2-4$3-8$4-$5");

/** The account of a payee as its version in force says; null where there is none. */
async function payeeTerms({ db, environment }: Ctx, payeeId: string) {
  const [found] = await db
    .select({ says: payeeVersions })
    .from(payees)
    .innerJoin(payeeVersions, and(eq(payeeVersions.payeeId, payees.id), eq(payeeVersions.version, payees.version)))
    .where(and(eq(payees.id, payeeId), eq(payees.environment, environment)));
  if (!found) return null;
  const { version, destination, destinationName, destinationAccount, destinationAccountName } = found.says;
  const { destinationBranchCode, destinationBranchName, destinationAccountType } = found.says;
  return {
    ...{ payee: payeeText({ payeeId, version }), destination, destinationName },
    ...{ destinationAccount, destinationAccountName },
    destinationBranchCode: destinationBranchCode ?? undefined,
    destinationBranchName: destinationBranchName ?? undefined,
    destinationAccountType: destinationAccountType ?? undefined,
  };
}

async function answerOf({ db, environment }: Ctx, referenceId: string): Promise<Answer> {
  const [found] = await db
    .select({ order: transactions, approvalsNeeded: withdrawals.approversNeeded })
    .from(transactions)
    .innerJoin(withdrawals, eq(withdrawals.transactionRow, transactions.id))
    .where(and(eq(transactions.environment, environment), eq(transactions.referenceId, referenceId)));
  const submission = found?.order.submission;
  if (!found || !submission) throw new Error(`no order ${referenceId}`);
  const { currency, amount, playerId, createdAt } = found.order;
  const { approvalsNeeded } = found;
  return {
    ...{ referenceId, submission, approvalsNeeded, currency, amount, playerId: playerId ?? "" },
    createdAt: createdAt.toISOString(),
  };
}
