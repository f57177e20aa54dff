import "server-only";
import { and, asc, eq, isNotNull, isNull, lt, not, notInArray, or } from "drizzle-orm";
import { exchanges } from "@/drizzle/schema/evidence";
import { transactions } from "@/drizzle/schema/transactions";
import { type Ctx, requirePermission } from "@/lib/auth/context";
import { mayReveal, seesPii } from "@/lib/pii/access";
import { maskedExchange, wholeExchange } from "@/lib/pii/redact-json";
import { isDiscrepant } from "./list/needs-action";
import { SILENCE_MS } from "./polling/backoff";
import type { ExchangeView, SilentOrders } from "./schema";
import { isFinal, STATUSES } from "./status/status";
import { transactionRow } from "./to-view";

/** The most rows listed; the count covers all. */
const SHOWN = 50;

/** Orders that have stayed open for too long, the oldest first. */
export async function listWithoutNews(ctx: Ctx): Promise<SilentOrders> {
  requirePermission(ctx, "transactions:read");
  const { type, createdAt, environment, nextPollAt, submission, status } = transactions;
  const before = (ms: number) => lt(createdAt, new Date(ctx.now().getTime() - ms));
  const silent = or(and(eq(type, "WITHDRAW"), before(SILENCE_MS.WITHDRAW)), before(SILENCE_MS.others));
  // Unknown outcomes and discrepancies have lists of their own, and orders closed by operations are only watched.
  const isOpen = or(isNull(status), notInArray(status, STATUSES.filter(isFinal)));
  const open = and(isNotNull(nextPollAt), or(isNull(submission), eq(submission, "accepted")), isOpen);
  const where = and(eq(environment, ctx.environment), open, silent, not(isDiscrepant));
  const [count, rows] = await Promise.all([
    ctx.db.$count(transactions, where),
    ctx.db.select().from(transactions).where(where).orderBy(asc(createdAt), asc(transactions.id)).limit(SHOWN),
  ]);
  return { count, rows: rows.map((order) => transactionRow(order)) };
}

/** A stored exchange, or null. */
export async function getExchange(ctx: Ctx, { exchangeId }: { exchangeId: string }): Promise<ExchangeView | null> {
  requirePermission(ctx, "transactions:read_raw");
  const mine = and(eq(exchanges.id, exchangeId), eq(exchanges.environment, ctx.environment));
  const [row] = await ctx.db.select().from(exchanges).where(mine);
  if (!row) return null;
  const { path, sentAt, answeredAt, httpStatus, headers, serviceTime } = row;
  const { request, answer } = seesPii(ctx) ? wholeExchange(row) : maskedExchange(row);
  return {
    ...{ path, httpStatus, headers, requestBody: request.text, requestShown: request.shown },
    ...{ body: row.body === null ? null : answer.text, bodyShown: answer.shown },
    revealable: mayReveal(ctx) && !(request.shown === "whole" && answer.shown === "whole"),
    sentAt: sentAt.toISOString(),
    answeredAt: answeredAt?.toISOString() ?? null,
    serviceTime: serviceTime?.toISOString() ?? null,
    rawRemovedAt: row.rawRemovedAt?.toISOString() ?? null,
  };
}
