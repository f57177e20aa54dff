import "server-only";
import { z } from "zod";
import { readLog } from "@/lib/activity/queries";
import { type ActivityEntry, activityFilter } from "@/lib/activity/schema";
import { getPlayerKyc, listBalances } from "@/lib/api/records";
import { getServiceHealth } from "@/lib/api-status/queries";
import type { Ctx } from "@/lib/auth/context";
import { EFFECTS, REFUSALS } from "@/lib/callbacks/delivery";
import { countForged } from "@/lib/callbacks/queries";
import { lateCount } from "@/lib/daily-close/figures";
import { getDay } from "@/lib/daily-close/queries";
import type { DayFigures } from "@/lib/daily-close/schema";
import { listDisagreements } from "@/lib/disagreements/disagreements";
import { readSubject, type SubjectKind } from "@/lib/events/events";
import { listFreezes } from "@/lib/freezes/queries";
import { countPlayersNeeding } from "@/lib/kyc/queries";
import { holdingOf } from "@/lib/notifications/current";
import { settingsIn } from "@/lib/notifications/settings-in-force";
import { tokyoDay } from "@/lib/time";
import { listAttention } from "@/lib/transactions/list/attention";
import { orderTotals } from "@/lib/transactions/list/totals";
import { isKnown } from "@/lib/transactions/status/status";
import { maskOf, orderFacts, statusOf } from "./facts";
import { idOf } from "./outside";
import { aboutOrder, idText, tool } from "./tool";

export const balancesTool = tool({
  title: "Balances",
  description: "Available and ledger balance of each currency, and when the service stated them.",
  input: z.object({}),
  subjectOf: () => ({ subject: "balances" }),
  read: async (ctx) => {
    const found = await listBalances(ctx);
    if (!found.ok) return null;
    const { data, stale } = found.value;
    return { stale, balances: data.map((balance) => ({ ...balance, currency: idOf(balance.currency) })) };
  },
});

export const playerTool = tool({
  title: "A player's KYC",
  description: "The KYC registration of a player that counts: its status, and the evidence for it.",
  input: z.object({ playerId: idText("The player's ID, as the merchant writes it.") }),
  subjectOf: ({ playerId }) => ({ subject: playerId }),
  read: async (ctx, input) => {
    const found = await getPlayerKyc(ctx, input);
    if (!found.ok) return null;
    const { playerId, status, name, ...registration } = found.value;
    return { ...registration, playerId: idOf(playerId), status: statusOf(status), name: maskOf(name) };
  },
});

export const openItemsTool = tool({
  title: "Open items",
  description:
    "What waits for people: orders with an unknown outcome, a discrepancy or a hold; payouts, batches, payees (those of " +
    "one file together) and changes to decide on; batches that are paused or need action; players, callbacks that are " +
    "forged or disagree with the record, freezes, and whether the service is reachable.",
  input: z.object({}),
  subjectOf: () => ({ subject: "open items" }),
  read: async (ctx) => {
    const waiting = { list: "withdrawals", show: "waiting", sort: "urgent" } as const;
    const [attention, approvals, others, players, forged, service, freezes, disagreements] = await Promise.all([
      listAttention(ctx),
      orderTotals(ctx, waiting),
      countOthers(ctx),
      countPlayersNeeding(ctx),
      countForged(ctx),
      getServiceHealth(ctx),
      listFreezes(ctx),
      listDisagreements(ctx),
    ]);
    return {
      orders: { count: attention.count, first: attention.rows.map(orderFacts) },
      ordersWithoutNews: { count: attention.silent.count, oldest: attention.silent.rows.map(orderFacts) },
      payoutsAwaitingApproval: approvals.count,
      ...others,
      playersNeedingAction: players,
      forgedCallbacksIn24Hours: forged,
      callbacksThatDisagree: {
        count: disagreements.count,
        newest: disagreements.rows.map(({ of, fields, isProven, count, lastAt }) => ({
          ...(of.kind === "order" ? { referenceId: idOf(of.referenceId) } : { playerId: idOf(of.playerId) }),
          ...{ fields: fields.map(({ field }) => field), isSigned: isProven, count, lastAt },
        })),
      },
      frozen: freezes.map(({ cause, user, at }) => ({ cause, of: user === null ? "all" : "one user", at })),
      service,
    };
  },
});

/** Besides orders: the same that notifications announce. */
async function countOthers(ctx: Ctx) {
  const settings = await settingsIn(ctx.db, ctx);
  const events = ["approval_waiting", "batch_paused", "batch_attention"] as const;
  const holding = await holdingOf(
    ctx,
    settings,
    events.map((event) => ({ event })),
  );
  const countOf = (event: (typeof events)[number], ...kinds: SubjectKind[]) =>
    [...(holding.get(event) ?? [])].filter((subject) => kinds.includes(readSubject(subject).kind)).length;
  return {
    batches: {
      awaitingApproval: countOf("approval_waiting", "batch"),
      paused: countOf("batch_paused", "batch"),
      needingAction: countOf("batch_attention", "batch"),
    },
    payeesAwaitingDecision: countOf("approval_waiting", "payee", "payee_import"),
    changesAwaitingDecision: countOf("approval_waiting", "proposal"),
  };
}

export const dayTool = tool({
  title: "A day's figures",
  description:
    "The figures of a day in Tokyo by currency: balances at its edges, what was paid, what was in flight, and what " +
    "does not add up; and whether the day was closed.",
  input: z.object({ day: z.iso.date().optional().describe("Such as 2026-11-25. Without one: today in Tokyo.") }),
  subjectOf: ({ day }) => ({ subject: day ?? "today" }),
  read: async (ctx, { day = tokyoDay(ctx.now()) }) => {
    const found = await getDay(ctx, { day });
    if (!found) return null;
    const { isOver, figures, closed, reconciliation, movements } = found;
    return {
      ...{ day, isOver, figures: figures.map(figuresOf) },
      closed: closed && { at: closed.at, isIntact: closed.isIntact, figures: closed.figures.map(figuresOf) },
      reconciliation: reconciliation && {
        ...{ days: reconciliation.days, classes: reconciliation.classes, open: reconciliation.openCount },
      },
      movementsWithoutOrder: movements.map((sum) => ({ ...sum, currency: idOf(sum.currency) })),
      learnedAfterTheDay: lateCount(figures),
    };
  },
});

const figuresOf = (figures: DayFigures) => ({ ...figures, currency: idOf(figures.currency) });

export const callbacksTool = tool({
  title: "Callback log",
  description:
    "Callbacks as they came, newest first, 25 at most: signature, what was answered, and what they changed. What " +
    "they claim is said only as far as it is a documented status or one of our own orders.",
  input: z.object({
    referenceId: idText("Only those about this order.").optional(),
    outcome: z
      .enum([...EFFECTS, ...REFUSALS])
      .optional()
      .describe("Only those with this effect or refusal."),
    from: z.iso.date().optional().describe("From this Tokyo day on."),
    to: z.iso.date().optional().describe("Up to this Tokyo day, included."),
  }),
  subjectOf: ({ referenceId }) => (referenceId === undefined ? { subject: "callbacks" } : aboutOrder(referenceId)),
  read: async (ctx, { referenceId, outcome, from, to }) => {
    const filter = activityFilter.parse({ kind: "delivery", order: referenceId, cause: outcome, from, to });
    const { entries, older } = await readLog(ctx, filter);
    return { callbacks: entries.flatMap(callbackFacts), hasMore: older !== null };
  },
});

function callbackFacts(entry: ActivityEntry) {
  if (entry.kind !== "delivery") return [];
  const { at, referenceId, order, said, signature, refusal, answered, effect } = entry;
  const status = said === null || said.status === "" ? null : isKnown(said.status) ? said.status : "undocumented";
  const about = order && referenceId !== null ? idOf(referenceId) : null;
  return [{ at, referenceId: about, claimedStatus: status, signature, refusal, httpStatus: answered, effect }];
}
