import "server-only";
import { and, asc, count, eq, sum } from "drizzle-orm";
import { transactions } from "@/drizzle/schema/transactions";
import { DECIDE_UNTIL, type Withdrawal, withdrawals } from "@/drizzle/schema/withdrawals";
import type { AttachmentView } from "@/lib/attachments/attachment";
import { attachedTo } from "@/lib/attachments/queries";
import { type Ctx, requirePermission } from "@/lib/auth/context";
import { openProposals } from "@/lib/auth/dual-control";
import { activePayee } from "@/lib/payees/active";
import { recipientForm } from "@/lib/payees/recipient-form";
import { type ChosenPayee, isWordForWord } from "@/lib/payees/rules";
import { waitsFor } from "@/lib/transactions/list/conditions";
import { endingOf } from "@/lib/transactions/status/order-ending";
import { isCorrectablePayout, isRepeatable } from "@/lib/transactions/submission/correctable";
import type { Found } from "@/lib/transactions/submission/order-type";
import { APPROVAL_RULES, rulesInForce } from "./approval-rule-changes";
import type { FormState } from "./form-state";
import { WITHDRAWAL } from "./integrity";
import { payeeText } from "./payee-text";
import { chosenIn } from "./request";
import type { RulesView, WaitingForMe } from "./schema";

/** The earliest deadline first. */
const BY_URGENCY = [asc(DECIDE_UNTIL), asc(transactions.id)];

/** The request on screen, and the next. */
const NEXT = 2;

/** All requests that wait for the reader's decision, without a limit. */
export async function countWaitingForMe(ctx: Ctx): Promise<WaitingForMe> {
  requirePermission(ctx, "withdrawals:approve");
  const { referenceId, currency, amount } = transactions;
  const waiting = and(eq(transactions.environment, ctx.environment), waitsFor(ctx));
  const [rows, first] = await Promise.all([
    ctx.db
      .select({ currency, count: count(), amount: sum(amount) })
      .from(transactions)
      .innerJoin(withdrawals, eq(withdrawals.transactionRow, transactions.id))
      .where(waiting)
      .groupBy(currency)
      .orderBy(currency),
    ctx.db
      .select({ referenceId, decideBy: DECIDE_UNTIL })
      .from(transactions)
      .innerJoin(withdrawals, eq(withdrawals.transactionRow, transactions.id))
      .where(waiting)
      .orderBy(...BY_URGENCY)
      .limit(NEXT),
  ]);
  return {
    count: rows.reduce((all, one) => all + one.count, 0),
    totals: rows.map((row) => ({ currency: row.currency, amount: row.amount ?? "0" })),
    mostUrgent: first.map((one) => one.referenceId),
    decideBy: first[0]?.decideBy?.toISOString() ?? null,
  };
}

/** The form to correct an ended withdrawal; null if it cannot be corrected. */
export async function getTermsToCorrect(ctx: Ctx, { referenceId }: { referenceId: string }): Promise<FormState | null> {
  requirePermission(ctx, "withdrawals:create");
  const found = await requestedAs(ctx, referenceId);
  if (!found || !isCorrectablePayout(await endingOf(ctx.db, found.order))) return null;
  if (await ctx.db.$count(transactions, eq(transactions.replaces, found.order.id))) return null;
  const attached = (await attachedTo(ctx.db, [found.order.id])).get(found.order.id) ?? [];
  const files = attached.map(({ sha256: _sha256, ...file }) => file);
  return prefilled(found, files, await payeeStill(ctx, found.intent));
}

/**
 * The recipient of a paid withdrawal, to pay again; null unless it is paid for certain. Amount and purpose are typed
 * again, so that nothing is paid twice by two clicks.
 */
export async function getTermsToRepeat(ctx: Ctx, { referenceId }: { referenceId: string }): Promise<FormState | null> {
  requirePermission(ctx, "withdrawals:create");
  const found = await requestedAs(ctx, referenceId);
  if (!found || !isRepeatable(await endingOf(ctx.db, found.order))) return null;
  return { ...prefilled(found, [], await payeeStill(ctx, found.intent)), amount: "", purpose: "" };
}

/** The form for a saved payee; null if it cannot be paid now. */
export async function getTermsForPayee(ctx: Ctx, { payeeId }: { payeeId: string }): Promise<FormState | null> {
  requirePermission(ctx, "withdrawals:create");
  const found = await activePayee(ctx.db, ctx, payeeId);
  if (found === null) return null;
  const { payee, says } = found;
  return {
    ...recipientForm(says),
    ...{ currency: payee.currency, amount: "", purpose: "", attachments: "", ...filled(says.playerId) },
    payee: payeeText({ payeeId, version: says.version }),
  };
}

type Requested = Found<Withdrawal>;

async function requestedAs(ctx: Ctx, referenceId: string): Promise<Requested | undefined> {
  const mine = and(eq(transactions.environment, ctx.environment), eq(transactions.referenceId, referenceId));
  const [found] = await WITHDRAWAL.find(ctx.db, mine);
  return found;
}

/**
 * The chosen payee, if it still says word for word what was paid. Else the form holds the account alone, as a request that
 * named the payee would be refused: a file may have spelled its holder otherwise.
 */
async function payeeStill(ctx: Ctx, intent: Requested["intent"]): Promise<ChosenPayee | null> {
  const chosen = chosenIn(intent);
  if (chosen === null) return null;
  const says = (await activePayee(ctx.db, ctx, chosen.payeeId))?.says;
  return says?.version === chosen.version && isWordForWord(says, intent) ? chosen : null;
}

/** The player was not typed into this form: it goes with its account. */
const filled = (playerId: string | null) => ({ playerId: playerId ?? "", filledPlayerId: playerId ?? "" });

function prefilled({ order, intent }: Requested, attached: AttachmentView[], payee: ChosenPayee | null): FormState {
  const { currency, amount, playerId } = order;
  return {
    ...recipientForm(intent),
    ...{ currency, amount, ...filled(playerId) },
    ...{ purpose: intent.purpose, attachments: attached.length === 0 ? "" : JSON.stringify(attached) },
    payee: payee ? payeeText(payee) : "",
  };
}

/** The rules in force and the pending proposal. */
export async function getRules(ctx: Ctx): Promise<RulesView> {
  requirePermission(ctx, "approval_rules:read");
  const [open] = await openProposals(ctx, APPROVAL_RULES);
  return { inForce: await rulesInForce(ctx.db, ctx.environment), proposal: open?.proposal ?? null };
}
