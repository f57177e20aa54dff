import { execFile } from "node:child_process";
import { randomBytes, randomUUID } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { openDatabase } from "../database";
import { checkBooks } from "../ledger/check";
import { addressOf, closed } from "../listen";
import { type Merchant, readMerchants } from "../merchants/file";
import { orderFee, orderMaker } from "../orders/create";
import { startSandbox } from "../start";
import { leastServer } from "./least-server";
import { preparePgbench } from "./pgbench";

/** An empty database, and how often, for how many whole seconds and with how many callers each way is measured. */
export type Plan = { url: string; rounds: number; seconds: number; callers: number[] };

/**
 * What was measured with so many callers: withdrawals, or pgbench's transactions, a second in each round. The bounds
 * have no sandbox in them: `bound` is what the database alone does when it gets one withdrawal of each caller at once,
 * and the next when that is committed; `httpBound` the same behind a server that reads requests and checks nothing.
 */
export type Measured = { callers: number } & Record<
  "pgbench" | "bound" | "inProcess" | "httpBound" | "signedHttp",
  number[]
>;

/**
 * How many withdrawals a second one merchant's account takes, in process and
 * over signed HTTP, beside pgbench in the same database. All take turns,
 * so that a busy moment of the machine spoils no one of them alone.
 */
export async function measureThroughput({ url, rounds, seconds, callers }: Plan): Promise<Measured[]> {
  const folder = await mkdtemp(join(tmpdir(), "sandbox-bench-"));
  const config = join(folder, "sandbox.json");
  const keys = { apiKey: randomBytes(16).toString("hex"), secretKey: randomBytes(32).toString("hex") };
  const currencies = { JPY: { openingBalance: "900000000000", fees: { WITHDRAW: { flat: "150", perMille: "5" } } } };
  await writeFile(config, JSON.stringify({ merchants: [{ number: 1, name: "Bench", ...keys, currencies }] }));

  const quiet = { line: () => {}, error: (error: unknown) => console.error(error) };
  const settings = { SANDBOX_DATABASE_URL: url, SANDBOX_PORT: 0, SANDBOX_OPERATOR_PORT: 0, SANDBOX_CONFIG: config };
  const sandbox = await startSandbox(settings, quiet);
  const pool = openDatabase(url, quiet.error);
  const pgbench = await preparePgbench(pool, url);
  const least = await leastServer(pool);
  try {
    const [merchant] = await readMerchants(config);
    if (!merchant) throw new Error("the bench has no merchant");
    const withdraw = withdrawer(orderMaker(pool), merchant);
    const measured = callers.map(
      (count): Measured => ({
        callers: count,
        pgbench: [],
        bound: [],
        inProcess: [],
        httpBound: [],
        signedHttp: [],
      }),
    );
    for (let round = 0; round < rounds; round += 1) {
      for (const one of measured) {
        one.pgbench.push(await pgbench.run(one.callers, seconds));
        one.bound.push(await pgbench.batches(one.callers, seconds));
        one.inProcess.push(await inProcess(withdraw, one.callers, seconds));
        one.httpBound.push(await overHttp(addressOf(least), keys, one.callers, seconds));
        one.signedHttp.push(await overHttp(sandbox.sandbox, keys, one.callers, seconds));
      }
    }
    const faults = await checkBooks(pool);
    if (faults.length > 0) throw new Error(`the books are wrong: ${faults.join("; ")}`);
    return measured;
  } finally {
    await Promise.all([sandbox.stop(), closed(least), pgbench.clear()]);
    await pool.end();
    await rm(folder, { recursive: true });
  }
}

const withdrawer = (createOrder: ReturnType<typeof orderMaker>, merchant: Merchant) => async () => {
  const amount = 100n;
  const { kind } = await createOrder({
    type: "WITHDRAW",
    merchant,
    currency: "JPY",
    amount,
    fee: orderFee(merchant, "WITHDRAW", "JPY", amount),
    method: "BANK_TRANSFER",
    playerId: "player-1",
    referenceId: randomUUID(),
    callbackUrl: "http://127.0.0.1:1/callback",
    parties: { receiver: null, given: { destination: "0001", destinationAccount: "0123456" } },
    nonce: null,
    createdAt: new Date(),
    settleAt: null,
    settleAs: null,
  });
  if (kind !== "created") throw new Error(`a withdrawal was ${kind}`);
};

async function inProcess(withdraw: () => Promise<void>, callers: number, seconds: number): Promise<number> {
  const end = Date.now() + seconds * 1000;
  let accepted = 0;
  const caller = async () => {
    while (Date.now() < end) {
      await withdraw();
      accepted += 1;
    }
  };
  await Promise.all(Array.from({ length: callers }, caller));
  return accepted / seconds;
}

type Keys = { apiKey: string; secretKey: string };

async function overHttp(address: string, { apiKey, secretKey }: Keys, callers: number, seconds: number) {
  const script = fileURLToPath(new URL("callers.ts", import.meta.url));
  const told = [address, apiKey, secretKey, String(callers), String(seconds)];
  const { stdout } = await promisify(execFile)(process.execPath, ["--import", "tsx", script, ...told]);
  return Number(stdout);
}
