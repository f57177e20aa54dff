import type { Actor } from "@/lib/auth/actor";
import type { Ctx } from "@/lib/auth/context";
import { openPool } from "@/lib/db/connection";
import { sendDeposit } from "@/lib/deposits/submit";
import { checkOrderStatus } from "@/lib/transactions/commands";
import { recoverStuckOrders } from "@/lib/transactions/submission/recover-stuck";
import { decideWithdrawal } from "@/lib/withdrawals/approvals";
import { requestWithdrawal } from "@/lib/withdrawals/commands";
import { type WithdrawalForm, withdrawalInput } from "@/lib/withdrawals/schema";
import { sendWithdrawal } from "@/lib/withdrawals/submit";
import { killProcess, type Point, withFaultAt } from "./points";
import { processContext } from "./process-context";
import { waitForPoint } from "./wait-for-point";

type Order = { id: string; referenceId: string; digest?: string; form?: WithdrawalForm };

const WORK = {
  "send withdrawal": (ctx: Ctx, { id }: Order): Promise<unknown> => sendWithdrawal(ctx, { transactionRow: id }),
  "send deposit": (ctx: Ctx, { id }: Order): Promise<unknown> => sendDeposit(ctx, { transactionRow: id }),
  sweep: (ctx: Ctx): Promise<unknown> => recoverStuckOrders(ctx),
  request: (ctx: Ctx, { form }: Order): Promise<unknown> => requestWithdrawal(ctx, withdrawalInput.parse(form)),
  approve: (ctx: Ctx, { referenceId, digest = "" }: Order): Promise<unknown> =>
    decideWithdrawal(ctx, { referenceId, digest, decision: "approved" }),
  ask: (ctx: Ctx, order: Order): Promise<unknown> => checkOrderStatus(ctx, order),
};

/** A process with one task, for a job or a user, that dies on the way. Its only argument is JSON. */
export type SenderTask = {
  databaseUrl: string;
  service: { baseUrl: string; operatorUrl: string; apiKey: string; secretKey: string };
  order: Order;
  work: keyof typeof WORK;
  point: Point;
  now: string;
  actor?: Actor;
};

const { databaseUrl, service, order, work, point, now, actor }: SenderTask = JSON.parse(process.argv[2] ?? "");
const clock = () => new Date(now);
const { operatorUrl, ...keys } = service;
const arrived = await waitForPoint(operatorUrl, order.referenceId);

await WORK[work](
  withFaultAt(
    { point, strike: killProcess, arrived },
    processContext({
      ...{ name: "sender", actor, pool: openPool(databaseUrl), service: keys, now: clock },
      monotonicMs: () => performance.now(),
    }),
  ),
  order,
);
