import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { deliveries } from "@/drizzle/schema/deliveries";
import { transactions } from "@/drizzle/schema/transactions";
import type { Ctx } from "@/lib/auth/context";
import type { Answer, PaymentsApi } from "@/lib/payments-api/client";
import type { Failure } from "@/lib/payments-api/failure";
import { transaction } from "@/lib/payments-api/shapes";
import { err, ok } from "@/lib/result";
import { COMMANDS, type Commands } from "./commands";
import { INVARIANTS } from "./invariants";
import { simulate } from "./simulate";

/*
 * A simulation that finds nothing may be blind. So each invariant has a console that breaks it: the real use cases, with
 * one thing about them changed. The product has no switch for any of this.
 */

const withApi = (ctx: Ctx, change: (api: PaymentsApi, ctx: Ctx) => Partial<PaymentsApi>): Ctx => ({
  ...ctx,
  api: { ...ctx.api, ...change(ctx.api, ctx) },
});

const sending = (change: (api: PaymentsApi, ctx: Ctx) => Partial<PaymentsApi>): Partial<Commands> => ({
  sendWithdrawal: (ctx, order) => COMMANDS.sendWithdrawal(withApi(ctx, change), order),
});

/** The service is not asked about these orders and those before and after them, and said to know all others. */
const blindTo =
  (referenceIds: string[]) =>
  (_api: PaymentsApi, { now }: Ctx): Partial<PaymentsApi> => {
    const about = { path: "/transactions", requestBody: "", sentAt: now(), answeredAt: now(), headers: {}, body: "" };
    const exchange = { ...about, status: 404, serviceTime: null };
    const failure: Failure = { kind: "refused", status: 404, message: "Transaction not found", fields: [] };
    return {
      transaction: async (id) => ({
        result: referenceIds.some((one) => one.startsWith(id) || id.startsWith(one)) ? err(failure) : ok(KNOWN),
        exchange,
      }),
      balance: async () => ({ result: ok([]), exchange }),
    };
  };
const KNOWN = transaction.parse({
  ...{ transactionId: "t", referenceId: "r", type: "WITHDRAW", currency: "JPY", status: "COMPLETED", amount: "1" },
});

/** The service's stated time is shown by every clock. */
const byItsTime = (api: PaymentsApi): Partial<PaymentsApi> => {
  const timed = <T>({ result, exchange }: Answer<T>) => {
    const { serviceTime, sentAt } = exchange;
    return { result, exchange: { ...exchange, sentAt: new Date((serviceTime ?? sentAt).getTime() + 300_000) } };
  };
  return {
    transaction: async (id) => timed(await api.transaction(id)),
    balance: async () => timed(await api.balance()),
  };
};

const withoutOwnClock = (ctx: Ctx): Ctx => ({
  ...ctx,
  monotonic: () => ({ process: "any", ms: 1e6 * ctx.monotonic().ms }),
});

/** The order and all that it replaces, also under other IDs. */
async function chainOf(db: Ctx["db"], id: string | null): Promise<string[]> {
  if (id === null) return [];
  const [order] = await db.select().from(transactions).where(eq(transactions.id, id));
  return order ? [order.referenceId, ...(await chainOf(db, order.replaces))] : [];
}

type Bug = { of: string; breaks: keyof typeof INVARIANTS; commands: Partial<Commands> };

const BUGS: Bug[] = [
  {
    of: "a person may send again what is merely unknown, and the service is not asked before it leaves",
    breaks: 1,
    commands: {
      // What is known of the one before is forgotten for that time: with it, "not found" would be no answer.
      sendWithdrawal: async (ctx, order) => {
        const [held] = await ctx.db.select().from(transactions).where(eq(transactions.id, order.transactionRow));
        const blind = withApi(ctx, blindTo(await chainOf(ctx.db, order.transactionRow)));
        if (!held?.replaces) return COMMANDS.sendWithdrawal(blind, order);
        const earlier = eq(transactions.id, held.replaces);
        const [known] = await ctx.db.select().from(transactions).where(earlier);
        // What has ended is corrected by the rules.
        if (known?.status && !["SUCCESS", "PENDING"].includes(known.status)) return COMMANDS.sendWithdrawal(ctx, order);
        await ctx.db.update(transactions).set({ status: null, statusSource: null }).where(earlier);
        const sent = await COMMANDS.sendWithdrawal(blind, order);
        const { status = null, statusSource = null } = known ?? {};
        await ctx.db.update(transactions).set({ status, statusSource }).where(earlier);
        return sent;
      },
      reissueWithdrawal: (ctx, input) =>
        ctx.db.transaction(async (tx) => {
          const mine = eq(transactions.referenceId, input.referenceId);
          const within = withApi(
            { ...ctx, db: Object.assign(tx, { $client: ctx.db.$client }) },
            blindTo([input.referenceId]),
          );
          const [held] = await tx.select().from(transactions).where(mine);
          if (held?.submission !== "unknown") return COMMANDS.reissueWithdrawal(within, input);
          await tx.update(transactions).set({ submission: "rejected" }).where(mine);
          const made = await COMMANDS.reissueWithdrawal(within, input);
          // A check in between has seen another state: what is unknown stays polled.
          await tx.update(transactions).set({ submission: "unknown", nextPollAt: held.nextPollAt }).where(mine);
          return made;
        }),
    },
  },
  {
    of: "the request is signed again as it leaves, and the record has another",
    breaks: 2,
    commands: sending((api, { random }) => ({
      sendWithdraw: ({ body, ...prepared }) => {
        const nonce = random(16);
        return api.sendWithdraw({ ...prepared, nonce, body: JSON.stringify({ ...JSON.parse(body), nonce }) });
      },
    })),
  },
  {
    of: "a callback without a signature is believed",
    breaks: 3,
    commands: {
      processDeliveries: async (ctx) => {
        await COMMANDS.processDeliveries(ctx);
        const believed = await ctx.db.select().from(deliveries).where(eq(deliveries.effect, "asked"));
        for (const { transactionRow, body } of believed) {
          const { status } = JSON.parse(body.toString());
          const said = { status, statusSource: "unsigned_callback", submission: "accepted" } as const;
          if (transactionRow !== null)
            await ctx.db.update(transactions).set(said).where(eq(transactions.id, transactionRow));
        }
      },
    },
  },
  {
    of: "a user approves under another user's name",
    breaks: 4,
    commands: {
      decideWithdrawal: async (ctx, input) => {
        const other = ctx.actor.kind === "user" ? await colleagueOf(ctx) : ctx.actor;
        return COMMANDS.decideWithdrawal({ ...ctx, actor: other }, input);
      },
    },
  },
  {
    of: "a request counts as expired by the service's stated time alone",
    breaks: 5,
    commands: {
      checkOrderStatus: (ctx, input) => COMMANDS.checkOrderStatus(withApi(withoutOwnClock(ctx), byItsTime), input),
      pollDueOrders: (ctx, alarm) => COMMANDS.pollDueOrders(withApi(withoutOwnClock(ctx), byItsTime), alarm),
    },
  },
  {
    of: "the client retries when there was no answer",
    breaks: 6,
    commands: sending((api) => ({
      sendWithdraw: async (prepared) => {
        const answer = await api.sendWithdraw(prepared);
        return answer.exchange.status === null ? api.sendWithdraw(prepared) : answer;
      },
    })),
  },
  {
    of: "an account number loses its leading zero on the way out",
    breaks: 7,
    commands: sending((api) => ({
      prepareWithdraw: (order) => {
        const destinationAccount = String(Number(order.destinationAccount));
        return api.prepareWithdraw({ ...order, destinationAccount });
      },
    })),
  },
];

/** Each user who may approve lends their name to the next one. */
async function colleagueOf(ctx: Ctx): Promise<Ctx["actor"]> {
  const { rows } = await ctx.db.execute<{ id: string; name: string; email: string; session: string }>(
    `select id, name, email, id_hash as session from users join sessions on user_id = id
     where role = 'approver' order by name limit 1`,
  );
  const [lender] = rows;
  if (!lender) throw new Error("no user may approve");
  return { kind: "user", role: "approver", ...lender };
}

const FEW = 60;

describe("a planted bug is found", () => {
  test.each(BUGS)("$of", async ({ breaks, commands }) => {
    let runs = 0;
    const found = simulate({
      repeated: "second",
      commands: { ...COMMANDS, ...commands },
      seeds: FEW,
      seed: 5,
      shorten: false,
      onRun: () => {
        runs += 1;
      },
    });
    await expect(found).rejects.toThrow(`${breaks}. ${INVARIANTS[breaks]}`);
    console.log(`Invariant ${breaks}: found in seed ${runs} of at most ${FEW}.`);
  });
});
