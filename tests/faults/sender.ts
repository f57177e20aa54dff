import { randomBytes } from "node:crypto";
import type { Ctx } from "@/lib/auth/context";
import { createVault } from "@/lib/auth/vault";
import { connect, openPool } from "@/lib/db/connection";
import { sendDeposit } from "@/lib/deposits/dispatch";
import { createPaymentsApi } from "@/lib/payments-api/client";
import { askAboutOrder } from "@/lib/transactions/commands";
import { sweepOrders } from "@/lib/transactions/sweeping";
import { sendWithdrawal } from "@/lib/withdrawals/dispatch";
import { arrivedAt } from "./arrived";
import { die, type Point, struckAt } from "./points";

type Order = { id: string; referenceId: string };

const WORK = {
  "send withdrawal": (ctx: Ctx, { id }: Order): Promise<unknown> => sendWithdrawal(ctx, { transactionRow: id }),
  "send deposit": (ctx: Ctx, { id }: Order): Promise<unknown> => sendDeposit(ctx, { transactionRow: id }),
  sweep: (ctx: Ctx): Promise<unknown> => sweepOrders(ctx),
  ask: (ctx: Ctx, order: Order): Promise<unknown> => askAboutOrder(ctx, order),
};

/** A job runner that has one thing to do and dies on the way. Told everything as JSON in its one argument. */
export type Errand = {
  databaseUrl: string;
  service: { baseUrl: string; operatorUrl: string; apiKey: string; secretKey: string };
  order: Order;
  work: keyof typeof WORK;
  point: Point;
  now: string;
};

const { databaseUrl, service, order, work, point, now }: Errand = JSON.parse(process.argv[2] ?? "");
const clock = () => new Date(now);
const random = (bytes: number) => randomBytes(bytes).toString("hex");
const { operatorUrl, ...keys } = service;
const arrived = await arrivedAt(operatorUrl, order.referenceId);

await WORK[work](
  struckAt(
    { point, strike: die, arrived },
    {
      actor: { kind: "job", id: "sender", name: "sender" },
      environment: "sandbox",
      db: connect(openPool(databaseUrl)),
      api: createPaymentsApi({ ...keys, now: clock, nonce: () => random(16), timeoutMs: 1_500 }),
      now: clock,
      random,
      appUrl: "http://console.test",
      secretKey: service.secretKey,
      vault: createVault("a secret that nothing here uses"),
      mail: null,
      hasProduction: false,
      rolesWithSecondFactor: [],
      passwordSignIn: true,
    },
  ),
  order,
);
