import { randomBytes } from "node:crypto";
import { createInterface } from "node:readline";
import { eq } from "drizzle-orm";
import { users } from "@/drizzle/schema/users";
import type { Actor } from "@/lib/auth/actor";
import type { Ctx } from "@/lib/auth/context";
import { createVault } from "@/lib/auth/crypto";
import { connect, openPool } from "@/lib/db/connection";
import { createInstanceState } from "@/lib/db/instance-state";
import { USUAL_LAYOUT } from "@/lib/payees/account-check/layout";
import { createPaymentsApi } from "@/lib/payments-api/client";
import { getTransaction } from "@/lib/transaction-detail/queries";
import { checkOrderStatus } from "@/lib/transactions/commands";
import { recoverStuckOrders } from "@/lib/transactions/submission/recover-stuck";
import { requestWithdrawal } from "@/lib/withdrawals/commands";
import { type WithdrawalForm, withdrawalInput } from "@/lib/withdrawals/schema";
import { sendWithdrawal } from "@/lib/withdrawals/submit";
import { TEST_SECRET } from "../support/test-secret";

/** Passed as JSON in the only argument. */
export type Instance = {
  name: string;
  databaseUrl: string;
  service: { baseUrl: string; apiKey: string; secretKey: string };
};
/** A line on its standard input: the time its clock shows from now on, and a request to make. */
export type InstanceCommand = { aheadMs?: number; request?: WithdrawalForm };

/*
 * An instance of the console as far as payouts go, of whichever version it was bundled from: it takes what is to be
 * sent, sweeps and asks, over and over, until it is killed. Each line that it writes is something that it threw.
 */
const { name, databaseUrl, service }: Instance = JSON.parse(process.argv[2] ?? "");
const ROUND_MS = 40;

let aheadMs = 0;
const now = () => new Date(Date.now() + aheadMs);
const random = (bytes: number) => randomBytes(bytes).toString("hex");
const pool = openPool(databaseUrl, () => undefined);
const ctx: Ctx = {
  actor: { kind: "job", id: name, name },
  environment: "sandbox",
  db: connect(pool),
  api: createPaymentsApi({ ...service, now, nonce: () => random(16), timeoutMs: 1_500 }),
  monotonic: () => ({ process: name, ms: performance.now() + aheadMs }),
  ...{ now, random, appUrl: "http://console.test", secretKey: service.secretKey, mail: null },
  ...{
    hasProduction: false,
    rolesWithSecondFactor: [],
    passwordSignIn: true,
    payeeCoolingHours: 0,
    accountCheckLayout: USUAL_LAYOUT,
  },
  vault: createVault(TEST_SECRET),
  instance: createInstanceState(null),
};
const [ops] = await ctx.db.select().from(users).where(eq(users.role, "ops"));
if (!ops) throw new Error("there is no ops user");
const user: Actor = { kind: "user", id: ops.id, name: ops.name, email: ops.email, role: "ops" };

/** By hand: an older version may know fewer columns. */
const OPEN = `select id, reference_id as "referenceId", submission from transactions
  where submission in ('queued', 'unknown', 'accepted') and status is distinct from 'COMPLETED' order by random()`;

async function tried(what: string, work: Promise<unknown>) {
  await work.catch((error: unknown) =>
    console.log(`${name}: ${what}: ${error instanceof Error ? error.message : error}`),
  );
}

createInterface({ input: process.stdin }).on("line", (line) => {
  const command: InstanceCommand = JSON.parse(line);
  aheadMs = command.aheadMs ?? aheadMs;
  if (command.request) {
    void tried("request", requestWithdrawal({ ...ctx, actor: user }, withdrawalInput.parse(command.request)));
  }
});

for (;;) {
  const { rows } = await pool.query<{ id: string; referenceId: string; submission: string }>(OPEN);
  await tried("sweep", recoverStuckOrders(ctx));
  for (const { id, referenceId, submission } of rows) {
    const work =
      submission === "queued" ? sendWithdrawal(ctx, { transactionRow: id }) : checkOrderStatus(ctx, { referenceId });
    await tried(submission, work);
    await tried("read", getTransaction({ ...ctx, actor: user }, { referenceId }));
  }
  await new Promise((resolve) => setTimeout(resolve, ROUND_MS));
}
