import type { Ctx } from "@/lib/auth/context";
import type { Tx } from "@/lib/db/connection";
import type { Prepared } from "@/lib/payments-api/client";

/**
 * Where a fault can happen. A transaction is counted from 1 within the use case: a sender's first is the
 * claim and its second the outcome, a sweep's first ends an attempt, the first of a status check records the answer.
 */
type Where =
  | { transaction: number; moment: "before" | "within" | "after" }
  | { call: "create" | "query"; moment: "during" | "after" };

export const POINTS = {
  "before claim": { transaction: 1, moment: "before" },
  "after claim": { transaction: 1, moment: "after" },
  "during send": { call: "create", moment: "during" },
  "after answer": { call: "create", moment: "after" },
  "while the outcome is written": { transaction: 2, moment: "within" },
  "after outcome": { transaction: 2, moment: "after" },
} as const satisfies Record<string, Where>;

/** Of the recovery of an unfinished attempt, and of the status check that follows. */
export const LATER_POINTS = {
  "before the sweep": { transaction: 1, moment: "before" },
  "during the sweep": { transaction: 1, moment: "within" },
  "after the sweep's first change": { transaction: 1, moment: "after" },
  "during the query": { call: "query", moment: "during" },
  "after the query's answer": { call: "query", moment: "after" },
  "while the query's answer is written": { transaction: 1, moment: "within" },
} as const satisfies Record<string, Where>;

/** Of what a person does: the change, its line in the audit log and its job are one transaction. */
export const USER_POINTS = {
  "before it is written": { transaction: 1, moment: "before" },
  "before its job is there": { transaction: 1, moment: "within" },
  "before its answer": { transaction: 1, moment: "after" },
} as const satisfies Record<string, Where>;

/** Where a change is being written, and what the database does to it happens. */
export const WRITING_POINTS = {
  "while it is claimed": { transaction: 1, moment: "within" },
  "while the outcome is written": { transaction: 2, moment: "within" },
  "during the sweep": { transaction: 1, moment: "within" },
  "while the query's answer is written": { transaction: 1, moment: "within" },
} as const satisfies Record<string, Where>;

export type SendingPoint = keyof typeof POINTS;
export type WritingPoint = keyof typeof WRITING_POINTS;
export type UserPoint = keyof typeof USER_POINTS;
export type Point = SendingPoint | keyof typeof LATER_POINTS | WritingPoint | UserPoint;

export const SENDING_POINTS = Object.keys(POINTS).filter((point) => point in POINTS) as SendingPoint[];

export type Fault = {
  point: Point;
  /** What happens there, within a transaction to that one; surviving processes continue. */
  strike: (tx?: Tx) => Promise<void>;
  /** Resolves when the service has the request that is on its way. */
  arrived: () => Promise<void>;
};

/** The same ctx, with a fault at this point. All effects go through ctx, so the product needs no hook. */
export function withFaultAt({ point, strike, arrived }: Fault, ctx: Ctx): Ctx {
  const where: Where = { ...POINTS, ...LATER_POINTS, ...WRITING_POINTS, ...USER_POINTS }[point];
  let transactions = 0;
  const { db, api } = ctx;

  const transaction: typeof db.transaction = async (work, config) => {
    transactions += 1;
    const moment = "transaction" in where && where.transaction === transactions ? where.moment : null;
    if (moment === "before") await strike();
    const done = await db.transaction(async (tx) => {
      const value = await work(tx);
      if (moment === "within") await strike(tx);
      return value;
    }, config);
    if (moment === "after") await strike();
    return done;
  };

  const struck =
    <I, A>(call: "create" | "query", send: (input: I) => Promise<A>) =>
    async (input: I): Promise<A> => {
      const moment = "call" in where && where.call === call ? where.moment : null;
      const answer = send(input);
      if (moment === "during") {
        if (call === "create") await arrived();
        await strike();
      }
      const read = await answer;
      if (moment === "after") await strike();
      return read;
    };

  const watched = new Proxy(db, {
    get: (target, name) => (name === "transaction" ? transaction : Reflect.get(target, name, target)),
  });
  const calls = {
    sendWithdraw: struck<Prepared, Awaited<ReturnType<typeof api.sendWithdraw>>>("create", api.sendWithdraw),
    sendDeposit: struck<Prepared, Awaited<ReturnType<typeof api.sendDeposit>>>("create", api.sendDeposit),
    transaction: struck<string, Awaited<ReturnType<typeof api.transaction>>>("query", api.transaction),
  };
  return { ...ctx, db: watched, api: { ...api, ...calls } };
}

/** No clean-up, no last words: the process is gone as if the power had failed. */
export async function killProcess(): Promise<void> {
  process.kill(process.pid, "SIGKILL");
  await new Promise(() => undefined);
}
