import { randomBytes } from "node:crypto";
import { createVault } from "@/lib/auth/vault";
import { connect, openPool } from "@/lib/db/connection";
import { sendDeposit } from "@/lib/deposits/dispatch";
import { createPaymentsApi } from "@/lib/payments-api/client";
import { sendWithdrawal } from "@/lib/withdrawals/dispatch";
import { dyingAt, type Point } from "./points";

const SENDERS = { WITHDRAW: sendWithdrawal, DEPOSIT: sendDeposit };

/** A job runner that has one order to send and dies on the way. Told everything as JSON in its one argument. */
export type Errand = {
  databaseUrl: string;
  service: { baseUrl: string; apiKey: string; secretKey: string };
  transactionRow: string;
  type: keyof typeof SENDERS;
  point: Point;
  now: string;
};

const { databaseUrl, service, transactionRow, type, point, now }: Errand = JSON.parse(process.argv[2] ?? "");
const clock = () => new Date(now);
const random = (bytes: number) => randomBytes(bytes).toString("hex");

await SENDERS[type](
  dyingAt(point, {
    actor: { kind: "job", id: "sender", name: "sender" },
    environment: "sandbox",
    db: connect(openPool(databaseUrl)),
    api: createPaymentsApi({ ...service, now: clock, nonce: () => random(16), timeoutMs: 1_500 }),
    now: clock,
    random,
    appUrl: "http://console.test",
    secretKey: service.secretKey,
    vault: createVault("a secret that nothing here uses"),
  }),
  { transactionRow },
);
