import { randomBytes } from "node:crypto";
import type { Actor } from "@/lib/auth/actor";
import type { Ctx } from "@/lib/auth/context";
import { createVault } from "@/lib/auth/crypto";
import { connect, openPool } from "@/lib/db/connection";
import { createInstanceState } from "@/lib/db/instance-state";
import { sendDeposit } from "@/lib/deposits/submit";
import { USUAL_LAYOUT } from "@/lib/payees/account-check/layout";
import { createPaymentsApi } from "@/lib/payments-api/client";
import { checkOrderStatus } from "@/lib/transactions/commands";
import { recoverStuckOrders } from "@/lib/transactions/submission/recover-stuck";
import { decideWithdrawal } from "@/lib/withdrawals/approvals";
import { requestWithdrawal } from "@/lib/withdrawals/commands";
import { type WithdrawalForm, withdrawalInput } from "@/lib/withdrawals/schema";
import { sendWithdrawal } from "@/lib/withdrawals/submit";
import { TEST_SECRET } from "../support/test-secret";
import { killProcess, type Point, withFaultAt } from "./points";
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
const random = (bytes: number) => randomBytes(bytes).toString("hex");
const { operatorUrl, ...keys } = service;
const arrived = await waitForPoint(operatorUrl, order.referenceId);

await WORK[work](
  withFaultAt(
    { point, strike: killProcess, arrived },
    {
      actor: actor ?? { kind: "job", id: "sender", name: "sender" },
      environment: "sandbox",
      db: connect(openPool(databaseUrl)),
      api: createPaymentsApi({ ...keys, now: clock, nonce: () => random(16), timeoutMs: 1_500 }),
      now: clock,
      monotonic: () => ({ process: String(process.pid), ms: performance.now() }),
      random,
      appUrl: "http://console.test",
      secretKey: service.secretKey,
      vault: createVault(TEST_SECRET),
      mail: null,
      hasProduction: false,
      rolesWithSecondFactor: [],
      passwordSignIn: true,
      payeeCoolingHours: 0,
      accountCheckLayout: USUAL_LAYOUT,
      instance: createInstanceState(null),
    },
  ),
  order,
);
