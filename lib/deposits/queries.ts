import "server-only";
import { and, desc, eq, inArray, isNull, notInArray, or, type SQL } from "drizzle-orm";
import { deposits } from "@/drizzle/schema/deposits";
import { transactions } from "@/drizzle/schema/transactions";
import { users } from "@/drizzle/schema/users";
import { type Ctx, requirePermission } from "@/lib/auth/context";
import { isNotFound } from "@/lib/payments-api/failure";
import { seesPii } from "@/lib/pii/access";
import { orderRows } from "@/lib/transactions/list/order-rows";
import { isFinal, isPaid, STATUSES } from "@/lib/transactions/status/status";
import { endedHere, isCorrectable, isReissuable, SUBMISSIONS } from "@/lib/transactions/submission/submission";
import { payerView, transactionRow } from "@/lib/transactions/to-view";
import { termsOnRecord } from "./request";
import type { CheckedTerms, DepositChecks, DepositForm, DepositRow, DepositsShown, PlayerCheck } from "./schema";

/** A list shows this many; older ones are found by their id. */
const PAGE = 100;
/** The most open deposits of one player that are listed. */
const OPEN_SHOWN = 3;

/** The newest deposits that were requested here: all of them, those that may still be paid, or the paid ones. */
export async function listDeposits(ctx: Ctx, { show }: { show: DepositsShown }): Promise<DepositRow[]> {
  requirePermission(ctx, "transactions:read");
  const rows = await ctx.db
    .select({ order: transactions, intent: deposits, requestedBy: users.name })
    .from(transactions)
    .innerJoin(deposits, eq(deposits.transactionRow, transactions.id))
    .innerJoin(users, eq(users.id, deposits.requestedBy))
    .where(and(eq(transactions.environment, ctx.environment), eq(transactions.type, "DEPOSIT"), filterFor(show)))
    .orderBy(desc(transactions.createdAt), desc(transactions.id))
    .limit(PAGE);
  const shown = await orderRows(
    ctx,
    rows.map(({ order }) => order),
  );
  return rows.map(({ order, intent, requestedBy }, at) => ({
    ...(shown[at] ?? transactionRow(order)),
    payer: payerView(ctx, intent).payerAccountName,
    requestedBy,
  }));
}

const PAID = STATUSES.filter(isPaid);
const FINAL = STATUSES.filter(isFinal);
/** Ended unpaid, here or at the service. */
const GONE = SUBMISSIONS.filter((one) => isReissuable(one) || endedHere(one));

/** The service takes payment for it, or may: it is neither final nor known to be gone. */
const isOpen = and(
  or(isNull(transactions.status), notInArray(transactions.status, FINAL)),
  or(isNull(transactions.submission), notInArray(transactions.submission, GONE)),
);

function filterFor(show: DepositsShown): SQL | undefined {
  switch (show) {
    case "all":
      return undefined;
    case "open":
      return isOpen;
    case "paid":
      return inArray(transactions.status, PAID);
  }
}

/** The form of a deposit that came to nothing, to be corrected; null where it is not one of those. */
export async function getDepositToCorrect(
  ctx: Ctx,
  { referenceId }: { referenceId: string },
): Promise<Omit<DepositForm, "formId"> | null> {
  requirePermission(ctx, "deposits:create");
  const mine = and(eq(transactions.environment, ctx.environment), eq(transactions.referenceId, referenceId));
  const [found] = await ctx.db
    .select({ order: transactions, intent: deposits })
    .from(transactions)
    .innerJoin(deposits, eq(deposits.transactionRow, transactions.id))
    .where(mine);
  if (!found || !isCorrectable(found.order.submission)) return null;
  // The requester typed them; others who may not see the payer type them again.
  const isKnown = seesPii(ctx) || found.intent.requestedBy === ctx.actor.id;
  const { currency, amount, playerId, payerAccountName, payerAccount, payerBankCode } = termsOnRecord(
    found.order,
    found.intent,
  );
  return {
    ...{ currency, amount, playerId },
    payerAccountName: (isKnown && payerAccountName) || "",
    payerAccount: (isKnown && payerAccount) || "",
    payerBankCode: payerBankCode ?? "",
  };
}

/** What is worth knowing before a deposit is created: will the service take it, and does the player hold a link? */
export async function checkDeposit(ctx: Ctx, { currency, playerId }: CheckedTerms): Promise<DepositChecks> {
  requirePermission(ctx, "deposits:create");
  const mine = and(
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
      .where(and(mine, isOpen))
      .orderBy(desc(transactions.createdAt), desc(transactions.id))
      .limit(OPEN_SHOWN),
  ]);
  return { player, open: open.map((order) => transactionRow(order)) };
}

/** What a registration's status means for a new deposit. */
const STANDINGS: ReadonlyMap<string, "registered" | "pending" | "failed" | "expired"> = new Map([
  ["REGISTERED", "registered"],
  ["PENDING", "pending"],
  ["FAILED", "failed"],
  ["EXPIRED", "expired"],
] as const);

/** "For JPY the player must already be KYC-registered" (merchant-payments-api.md, "POST /deposit"). */
async function checkPlayerStatus({ api }: Ctx, playerId: string): Promise<PlayerCheck> {
  const { result } = await api.kycStatus(playerId);
  if (!result.ok) {
    return isNotFound(result.error) ? { kind: "never_registered" } : { kind: "no_answer", failure: result.error };
  }
  const { status } = result.value;
  const kind = STANDINGS.get(status);
  // The service may say something new any day.
  return kind === undefined ? { kind: "unfamiliar", status } : { kind };
}
