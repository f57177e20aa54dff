import { createInterface } from "node:readline";
import { eq } from "drizzle-orm";
import { users } from "@/drizzle/schema/users";
import type { Actor } from "@/lib/auth/actor";
import { openPool } from "@/lib/db/connection";
import { getTransaction } from "@/lib/transaction-detail/queries";
import { checkOrderStatus } from "@/lib/transactions/commands";
import { recoverStuckOrders } from "@/lib/transactions/submission/recover-stuck";
import { requestWithdrawal } from "@/lib/withdrawals/commands";
import { type WithdrawalForm, withdrawalInput } from "@/lib/withdrawals/schema";
import { sendWithdrawal } from "@/lib/withdrawals/submit";
import { processContext } from "./process-context";

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
const pool = openPool(databaseUrl, () => undefined);
const ctx = processContext({ name, pool, service, now, monotonicMs: () => performance.now() + aheadMs });
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
