import { setTimeout as pause } from "node:timers/promises";
import { openPool } from "@/lib/db/connection";
import { createOutgoing } from "@/lib/outgoing/client";
import { deliverWebhooks } from "@/lib/webhooks/deliver";
import { processContext } from "./process-context";

/** Its clock runs so much faster, so that hours of back-off pass in a test. */
export type WebhookSender = { databaseUrl: string; since: number; speed: number };

const { databaseUrl, since, speed }: WebhookSender = JSON.parse(process.argv[2] ?? "");
const ctx = processContext({
  name: "webhooks",
  pool: openPool(databaseUrl, () => undefined),
  service: { baseUrl: "http://127.0.0.1:1", apiKey: "unused", secretKey: "secret" },
  now: () => new Date(since + (Date.now() - since) * speed),
  monotonicMs: () => performance.now(),
  post: createOutgoing({ allowLoopback: true, timeoutMs: 5_000 }),
});

for (;;) {
  await deliverWebhooks(ctx);
  await pause(5);
}
