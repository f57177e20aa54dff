import "server-only";
import { and, count, countDistinct, desc, eq, inArray, isNull, max, notInArray, or, type SQL, sql } from "drizzle-orm";
import { transactions } from "@/drizzle/schema/transactions";
import { withdrawals } from "@/drizzle/schema/withdrawals";
import { type Ctx, requirePermission } from "@/lib/auth/context";
import { begins, ends } from "@/lib/db/prefix";
import { bankDirectory } from "@/lib/japan/directory/load";
import { nameKeys, nameReadings } from "@/lib/japan/name-key";
import { seesPii } from "@/lib/pii/access";
import { isPaid, STATUSES } from "@/lib/transactions/status/status";
import { CAME_TO_NOTHING } from "@/lib/transactions/submission/submission";
import { recipientView } from "@/lib/transactions/to-view";
import type { RecentRecipients, RecipientSearch } from "./earlier-payouts";

/** Number of latest orders to search. */
const WINDOW = 10_000;
/** Number of orders read, as accounts repeat. */
const READ = 200;
const SHOWN = 7;

const NOT_PAID = ["FAILED", "CANCELLED", "RESOLVED"];

/** Accounts of the latest withdrawals from this console, each once. */
export async function listRecentRecipients(ctx: Ctx, asked: RecipientSearch): Promise<RecentRecipients> {
  requirePermission(ctx, "withdrawals:create");
  const newest = ctx.db
    .select({ id: transactions.id })
    .from(transactions)
    .where(ofCurrency(ctx, asked.currency))
    .orderBy(desc(transactions.createdAt), desc(transactions.id))
    .limit(WINDOW)
    .as("newest");
  const rows = await ctx.db
    .select({ order: transactions, intent: withdrawals })
    .from(newest)
    .innerJoin(transactions, eq(transactions.id, newest.id))
    .innerJoin(withdrawals, eq(withdrawals.transactionRow, transactions.id))
    .where(and(isPayout, await matching(ctx, asked.search)))
    .orderBy(desc(transactions.createdAt), desc(transactions.id))
    .limit(READ);
  const byPayee = Map.groupBy(rows, ({ intent }) => intent.payeeKey);
  const shown = [...byPayee.values()].flatMap(([first]) => first ?? []).slice(0, SHOWN);
  const history = await historyOf(
    ctx,
    asked.currency,
    shown.map(({ intent }) => intent.payeeKey),
  );
  return {
    found: shown.map(({ order, intent }) => ({
      referenceId: order.referenceId,
      recipient: recipientView(ctx, intent),
      ...(history.get(intent.payeeKey) ?? { playerId: null, paid: 0 }),
    })),
  };
}

const ofCurrency = (ctx: Ctx, currency: string) =>
  and(
    eq(transactions.environment, ctx.environment),
    eq(transactions.type, "WITHDRAW"),
    eq(transactions.currency, currency),
  );

/** Completed or pending only: refused accounts are not suggested. */
const isPayout = and(
  notInArray(transactions.submission, CAME_TO_NOTHING),
  or(isNull(transactions.status), notInArray(transactions.status, NOT_PAID)),
);

/** All users may search by bank; by name and account only users who see them. */
async function matching(ctx: Ctx, search: string): Promise<SQL | undefined> {
  const typed = search.normalize("NFKC").trim();
  if (typed === "") return undefined;
  const banks = (await bankDirectory()).searchBanks(typed, Number.POSITIVE_INFINITY).map(({ code }) => code);
  const listed = sql`upper(${withdrawals.destinationName})`;
  const byBank = [
    begins(listed, typed.toUpperCase()),
    ...(banks.length > 0 ? [inArray(withdrawals.destination, banks)] : []),
  ];
  if (!seesPii(ctx)) return or(...byBank);
  const names = nameKeys(nameReadings(typed)).filter((key) => key !== "");
  const byName = names.map((key) => sql`position(${key} in ${transactions.partyKey}) > 0`);
  const byAccount = /^\d+$/.test(typed) ? [ends(transactions.partyDigits, typed)] : [];
  return or(...byBank, ...byName, ...byAccount);
}

/** Number and player of all withdrawals to each account. */
async function historyOf(ctx: Ctx, currency: string, payeeKeys: string[]) {
  if (payeeKeys.length === 0) return new Map<string, { playerId: string | null; paid: number }>();
  const paid = STATUSES.filter(isPaid);
  const rows = await ctx.db
    .select({
      payeeKey: withdrawals.payeeKey,
      paid: sql<number>`${count()} filter (where ${inArray(transactions.status, paid)})`.mapWith(Number),
      players: countDistinct(transactions.playerId),
      player: max(transactions.playerId),
    })
    .from(withdrawals)
    .innerJoin(transactions, eq(transactions.id, withdrawals.transactionRow))
    .where(and(ofCurrency(ctx, currency), isPayout, inArray(withdrawals.payeeKey, payeeKeys)))
    .groupBy(withdrawals.payeeKey);
  return new Map(
    rows.map((row) => [row.payeeKey, { paid: row.paid, playerId: row.players === 1 ? row.player : null }]),
  );
}
