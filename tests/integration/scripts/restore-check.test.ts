import { execFile } from "node:child_process";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { auditEvents } from "@/drizzle/schema/audit";
import { findMark } from "@/lib/db/identity";
import { createInstanceState } from "@/lib/db/instance-state";
import { sendWithdrawal } from "@/lib/withdrawals/submit";
import { manyRows } from "../../support/batch-rows";
import { requestAsSeen, sendWhole, uploaded } from "../../support/batches";
import { bundled } from "../../support/bundle";
import { openTestContext, type TestContext } from "../../support/context";
import { orderOf, requested } from "../../support/orders";
import { scratchFolder } from "../../support/scratch";
import { openService, type Service } from "../../support/service";
import { TEST_SECRET } from "../../support/test-secret";

let service: Service;
let context: TestContext;
let folder: string;
beforeAll(async () => {
  [service, folder] = await Promise.all([openService(), scratchFolder()]);
  context = await openTestContext(service);
});
afterAll(async () => {
  await context.close();
  await service.close();
  await rm(folder, { recursive: true });
});

type Ran = { code: number; out: string[]; said: string };

const connectionOf = ({ baseUrl, apiKey, secretKey }: Service) => ({
  PAYMENTS_SANDBOX_BASE_URL: baseUrl,
  PAYMENTS_SANDBOX_API_KEY: apiKey,
  PAYMENTS_SANDBOX_SECRET_KEY: secretKey,
});

/** The file of an instance that has sent these orders. */
async function stateOf(sent: string[]): Promise<string> {
  const file = join(folder, `${sent.join("+")}.json`);
  const instance = createInstanceState(file);
  const { mark } = await findMark(context.db, null);
  instance.confirm(mark);
  const at = new Date().toISOString();
  for (const referenceId of sent) instance.sending({ environment: "sandbox", referenceId, attemptId: "a", at });
  return file;
}

/** `npm run restore:check`, as a process with the settings of a console and nothing else. */
async function check(args: string[] = [], more: Record<string, string> = {}): Promise<Ran> {
  const command = [await bundled("scripts/restore-check.ts"), ...args];
  return new Promise((resolve) => {
    const { PATH = "" } = process.env;
    const settings = { DATABASE_URL: context.runtimeUrl, APP_URL: "http://console.test", AUTH_SECRET: TEST_SECRET };
    const env = { PATH, NODE_ENV: "test" as const, ...settings, ...connectionOf(service), ...more };
    const child = execFile(process.execPath, command, { env }, (_error, out, said) =>
      resolve({ code: child.exitCode ?? -1, out: out.trimEnd().split("\n"), said }),
    );
  });
}

/** Requested and sent from this database, and known to the service. */
async function sentFrom(from: TestContext): Promise<string> {
  const { id, referenceId } = await requested(from);
  expect(await sendWithdrawal(await from.as("job"), { transactionRow: id })).toBe("accepted");
  return referenceId;
}

/** As a backup holds it that was made before the order was sent. */
const restoredBeforeSending = (referenceId: string) =>
  context.db.transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`);
    const unsent = sql`submission = 'queued', status = null, status_source = null, status_at = null`;
    await tx.execute(sql`update transactions set ${unsent} where reference_id = ${referenceId}`);
  });

/** A process of its own each, of which most of the time is its start. */
const TIMEOUT_MS = 60_000;

test("where the service knows no more than the database, nothing is found", { timeout: TIMEOUT_MS }, async () => {
  const [waiting, sent] = [await requested(context), await sentFrom(context)];
  expect(await check([], { STATE_FILE: await stateOf([sent]) })).toEqual({
    code: 0,
    out: ["sandbox: asked about 2 orders; 0 findings"],
    said: "",
  });
  expect(await orderOf(context, waiting.referenceId)).toMatchObject({ submission: "queued", status: null });
});

test("what the service knows more of is named, and nothing is changed", { timeout: TIMEOUT_MS }, async () => {
  const lost = await openTestContext(service);
  const [unsent, paid, ofState, ofFile] = [
    ...[await sentFrom(context), await sentFrom(context)],
    ...[await sentFrom(lost), await sentFrom(lost)],
  ];
  await lost.close();
  await restoredBeforeSending(unsent!);
  await service.decide(paid!, "complete");
  const before = await context.db.$count(auditEvents);

  const ids = join(folder, "ids.txt");
  await writeFile(ids, `${ofFile}\n\nWD-UNKNOWN\n`);
  const { code, out, said } = await check(["--ids", ids], { STATE_FILE: await stateOf([ofState!]) });
  expect({ code, said }).toEqual({ code: 1, said: "" });
  expect(out[0]).toMatch(/^sandbox: asked about \d+ orders; 4 findings$/);
  expect(out.slice(1).toSorted()).toEqual(
    [
      `  ${unsent}: not sent from here: SUCCESS at the service, queued here`,
      `  ${paid}: other status: COMPLETED at the service, SUCCESS here`,
      `  ${ofState}: missing here: SUCCESS at the service, nothing here`,
      `  ${ofFile}: missing here: SUCCESS at the service, nothing here`,
    ].toSorted(),
  );
  expect(await orderOf(context, unsent!)).toMatchObject({ submission: "queued", status: null });
  expect(await context.db.$count(auditEvents)).toBe(before);
});

test("rows of a batch that the former database sent are named", { timeout: TIMEOUT_MS }, async () => {
  const lost = await openTestContext(service);
  for (const from of [lost, context]) {
    const batchId = await uploaded(from, manyRows(3));
    expect(await requestAsSeen(from, batchId)).toMatchObject({ value: { state: "sending" } });
    if (from === lost) expect(await sendWhole(lost, batchId)).toMatchObject({ state: "sent" });
  }
  await lost.close();
  const { code, out } = await check([], { STATE_FILE: await stateOf(["WD-UNKNOWN"]) });
  const rows = out.filter((line) => line.includes("row of a batch here"));
  expect(rows).toEqual([2, 3, 4].map((line) => expect.stringMatching(ofRow(line))));
  expect(code).toBe(1);
});
const ofRow = (line: number) =>
  new RegExp(`^  WB-\\w+-0000${line}: not sent from here: SUCCESS at the service, row of`);

test("without an answer it says so for each order and ends with 2", { timeout: TIMEOUT_MS }, async () => {
  const { referenceId } = await requested(context);
  const { code, out } = await check([], { PAYMENTS_SANDBOX_BASE_URL: "http://127.0.0.1:1" });
  expect(code).toBe(2);
  expect(out).toContain(`  ${referenceId}: no answer from the service, queued here`);
});

test("without the orders sent since the backup it says so and ends with 2", { timeout: TIMEOUT_MS }, async () => {
  const unset = await check([], { STATE_FILE: "" });
  expect(unset).toMatchObject({ code: 2, said: expect.stringMatching(/^STATE_FILE is not set: orders sent since/) });
  expect(unset.out[0]).toMatch(/^sandbox: asked about \d+ orders/);

  const none = join(folder, "none.json");
  const gone = await check([], { STATE_FILE: none });
  expect(gone).toMatchObject({ code: 2, said: expect.stringContaining(`STATE_FILE: ${none} is not there`) });

  // As a process writes it that starts on the restored database.
  const file = await stateOf([]);
  const fresh = await check([], { STATE_FILE: file });
  expect(fresh).toMatchObject({ code: 2, said: expect.stringContaining(`STATE_FILE: ${file} names no sent order`) });

  const ids = join(folder, "named.txt");
  await writeFile(ids, "WD-UNKNOWN\n");
  for (const STATE_FILE of ["", file]) expect(await check(["--ids", ids], { STATE_FILE })).toMatchObject({ said: "" });
});

test("settings or a file that cannot be read end it with 2, without a secret", { timeout: TIMEOUT_MS }, async () => {
  for (const ran of [await check([], { APP_URL: "nowhere" }), await check(["--ids", join(folder, "none.txt")])]) {
    expect([ran.code, ran.said === "" ? "silent" : "said"]).toEqual([2, "said"]);
    expect(ran.said).not.toContain(TEST_SECRET);
    expect(ran.said).not.toContain(service.secretKey);
  }
  const STATE_FILE = join(folder, "empty.json");
  await writeFile(STATE_FILE, "");
  const empty = await check([], { STATE_FILE });
  expect(empty).toMatchObject({ code: 2, said: expect.stringContaining(`STATE_FILE: ${STATE_FILE} is empty`) });
});
