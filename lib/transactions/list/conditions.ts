import "server-only";
import {
  and,
  asc,
  desc,
  eq,
  exists,
  gt,
  gte,
  inArray,
  isNotNull,
  isNull,
  lt,
  lte,
  ne,
  notExists,
  notInArray,
  or,
  type SQL,
  sql,
} from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { approvals } from "@/drizzle/schema/approvals";
import { transactions } from "@/drizzle/schema/transactions";
import { DECIDE_UNTIL, withdrawals } from "@/drizzle/schema/withdrawals";
import type { Ctx } from "@/lib/auth/context";
import { isNotHolder } from "@/lib/auth/key-holders";
import type { List } from "@/lib/db/keyset";
import { compareAmounts } from "@/lib/money/amount";
import { tokyoDaysRange } from "@/lib/time";
import { isFinal, isPaid, STATUSES } from "@/lib/transactions/status/status";
import { endedHere, isReissuable, SUBMISSIONS } from "@/lib/transactions/submission/submission";
import { isByAmount, type OrderFilter, type ShownState, type Sort, withDays } from "./filter";
import { foundBy } from "./find";
import { isDiscrepant, needsActionIn } from "./needs-action";
import { wasOpenAt } from "./open-at";

/*
 * Which orders a list shows and in which order. The indexes that answer this are in drizzle/schema/transactions.ts.
 */

const t = transactions;

/** The deadline for decisions. */
const DECIDED_BY = sql`(select ${DECIDE_UNTIL} from ${withdrawals} where ${withdrawals.transactionRow} = ${t.id})`;

function keysOf(sort: Sort): List["keys"] {
  const id = { value: t.id, type: "uuid" } as const;
  if (sort === "urgent") return [{ value: DECIDED_BY, type: "timestamptz" }, id];
  const time = { value: t.createdAt, type: "timestamptz" } as const;
  return isByAmount(sort) ? [{ value: t.amount, type: "numeric" }, time, id] : [time, id];
}

const isDescending = (sort: Sort) => sort === "newest" || sort === "largest";

export const ordersBy = (sort: Sort): SQL[] =>
  keysOf(sort).map(({ value }) => (isDescending(sort) ? desc(value) : asc(value)));

/** The orders that match the filter. */
export const ordersWhere = (ctx: Ctx, filter: OrderFilter) =>
  and(eq(t.environment, ctx.environment), ...Object.values(partsOf(ctx, filter)));

/** The list, with its most selective index first. */
export function orderList(ctx: Ctx, filter: OrderFilter): List {
  const { sort } = filter;
  const { from, id } = { from: t, id: t.id };
  const { type, show, state, currency, player, amount, days, paid, found, ...others } = partsOf(ctx, filter);
  const base = { from, id, keys: keysOf(sort), isDescending: isDescending(sort) };
  const here = eq(t.environment, ctx.environment);
  const rest = [others.evidence, others.open];
  const isDiscrepancy = filter.state?.length === 1 && filter.state[0] === "discrepancy";
  // Orders that await approval, need action or have discrepancies are few, with an index of their own.
  if (sort === "urgent" || filter.show === "waiting" || filter.show === "action" || isDiscrepancy)
    return {
      ...base,
      where: [here, type, show, state],
      filters: [...rest, found, currency, player, amount, days, paid],
    };
  if (isByAmount(sort))
    return {
      ...base,
      where: [here, currency, amount],
      narrow: [found, player, state, paid, days],
      filters: [type, ...rest, show],
    };
  if (player || isOneAmount(filter)) {
    const [leading, checked] = player ? [[player], [currency, amount]] : [[currency, amount], []];
    return {
      ...base,
      where: [here, ...leading, days],
      narrow: [found],
      filters: [type, ...rest, ...checked, state, show, paid],
    };
  }
  const range = amount && and(currency, amount);
  // The index is in list order for one state, but not for several.
  const [leading, narrow] = filter.state?.length === 1 ? [[state], []] : [[], [state]];
  return {
    ...base,
    where: [here, ...leading, days],
    narrow: [found, ...narrow, range, paid],
    filters: [type, ...rest, show, range ? undefined : currency],
  };
}

function partsOf(ctx: Ctx, given: OrderFilter) {
  const filter = withDays(given, ctx.now());
  const { q, state, evidence, currency, player, least, most } = filter;
  const type = { transactions: filter.type, withdrawals: "WITHDRAW", deposits: "DEPOSIT" }[filter.list];
  const days = tokyoDaysRange(filter);
  const paid = tokyoDaysRange({ from: filter.paidFrom, to: filter.paidTo });
  const { before: openAt } = tokyoDaysRange({ to: filter.openOn });
  return {
    type: type ? eq(t.type, type) : undefined,
    show: shown(ctx, filter.show),
    found: q ? foundBy(ctx, q) : undefined,
    state: state && inStates(state, filter.show),
    evidence: evidence && inArray(t.statusSource, [...evidence]),
    currency: currency ? eq(t.currency, currency) : undefined,
    player: player ? eq(t.playerId, player) : undefined,
    amount:
      isOneAmount(filter) && least
        ? eq(t.amount, least)
        : and(least ? gte(t.amount, least) : undefined, most ? lte(t.amount, most) : undefined),
    // What was open then existed then: the search begins there.
    days: and(within(t.createdAt, days), openAt ? lt(t.createdAt, openAt) : undefined),
    // A paid order's end time, which has an index.
    paid: paid.from || paid.before ? and(isNotNull(t.paidAt), within(t.endedAt, paid)) : undefined,
    open: openAt ? wasOpenAt(openAt) : undefined,
  };
}

/** What a list takes as the state and as a discrepancy. Of what needs action each order is one of the two, as on Today. */
export function statesIn(show: OrderFilter["show"]) {
  return show === "action"
    ? { status: sql`case when not ${isDiscrepant} then ${t.displayStatus} end`, discrepancy: isDiscrepant }
    : { status: sql`${t.displayStatus}`, discrepancy: isNotNull(t.discrepancyAt) };
}

function inStates(states: readonly ShownState[], show: OrderFilter["show"]): SQL | undefined {
  const { status, discrepancy } = statesIn(show);
  const statuses = states.filter((state) => state !== "discrepancy");
  return or(
    statuses.length > 0 ? inArray(status, statuses) : undefined,
    statuses.length < states.length ? discrepancy : undefined,
  );
}

const PAID = STATUSES.filter(isPaid);
const FINAL = STATUSES.filter(isFinal);
/** Ended unpaid, in the console or at the service. */
const GONE = SUBMISSIONS.filter((one) => isReissuable(one) || endedHere(one));

/** The service accepts payment for it, or may: neither final nor known not to exist. */
export const isPayable = and(
  or(isNull(t.status), notInArray(t.status, FINAL)),
  or(isNull(t.submission), notInArray(t.submission, GONE)),
);

function shown(ctx: Ctx, show: OrderFilter["show"]): SQL | undefined {
  switch (show) {
    case "all":
      return undefined;
    case "action":
      return needsActionIn(ctx);
    case "waiting":
      return eq(t.submission, "awaiting_approval");
    case "mine":
      return waitsFor(ctx);
    case "open":
      return isPayable;
    case "paid":
      return inArray(t.status, PAID);
  }
}

/** Waits for the reader's decision. */
export function waitsFor({ db, actor, now }: Ctx): SQL | undefined {
  const { id } = actor;
  const byMe = and(eq(approvals.transactionRow, t.id), eq(approvals.by, id));
  const mayDecide = and(
    eq(withdrawals.transactionRow, t.id),
    ...[ne(withdrawals.requestedBy, id), isNotHolder(withdrawals.requestedBy, id), gt(DECIDE_UNTIL, now())],
  );
  return and(
    eq(t.submission, "awaiting_approval"),
    isNull(t.discrepancyAt),
    exists(db.select({ id: withdrawals.transactionRow }).from(withdrawals).where(mayDecide)),
    notExists(db.select({ id: approvals.id }).from(approvals).where(byMe)),
  );
}

const within = (at: PgColumn, { from, before }: ReturnType<typeof tokyoDaysRange>) =>
  and(from ? gte(at, from) : undefined, before ? lt(at, before) : undefined);

const isOneAmount = ({ least, most }: OrderFilter) =>
  least !== undefined && most !== undefined && compareAmounts(least, most) === 0;
