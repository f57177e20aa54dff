import { execFile } from "node:child_process";
import { appendFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { exportHeads } from "@/lib/audit/heads";
import { createVault } from "@/lib/auth/crypto";
import { typescript } from "@/scripts/lib/runtime.mjs";
import { bundled } from "../../support/bundle";
import { openTestContext, type TestContext } from "../../support/context";
import { orderOf, requested, requestedDeposit } from "../../support/orders";
import { scratchFolder } from "../../support/scratch";
import { TEST_SECRET } from "../../support/test-secret";

const OTHER_SECRET = "another secret, of 32 characters or more";

let context: TestContext;
let folder: string;
let file: string;
let order: Awaited<ReturnType<typeof requested>>;
beforeAll(async () => {
  [context, folder] = await Promise.all([openTestContext(), scratchFolder()]);
  file = join(folder, "heads.jsonl");
  order = await requested(context, { amount: "688,000" });
  await exportHeads(await context.as("job"), { file, s3: null });
});
afterAll(() => Promise.all([context.close(), rm(folder, { recursive: true })]));

type Ran = { code: number; out: string; said: string };

const run = (command: string[], env: Record<string, string> = {}) =>
  new Promise<Ran>((resolve) => {
    const { PATH = "" } = process.env;
    const child = execFile(
      process.execPath,
      command,
      { env: { PATH, NODE_ENV: "test", DATABASE_URL: context.url, ...env } },
      (_error, out, said) => resolve({ code: child.exitCode ?? -1, out, said }),
    );
  });

const verify = async (args: string[], env: Record<string, string> = {}) =>
  run([await bundled("scripts/audit-verify.ts"), ...args], env);

const tampered = (change: ReturnType<typeof sql>) =>
  context.db.transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`);
    await tx.execute(change);
  });

/** A process of its own each, of which most of the time is its start. */
const TIMEOUT_MS = 60_000;

test("unaltered records pass: chains, exported heads, every order", { timeout: TIMEOUT_MS }, async () => {
  const { code, out, said } = await verify(["--heads", file], { AUTH_SECRET: TEST_SECRET });
  expect({ code, said }).toEqual({ code: 0, said: "" });
  expect(out).toMatch(/sandbox: \d+ links hold, head sandbox:\d+:[0-9a-f]{64}/);
  expect(out).toContain(`${file}: 2 of 2 heads are in the chains`);
  expect(out).toContain("withdrawals: 0 altered, 0 with a digest of an unknown secret");
  expect(out).toContain("deposits: 0 altered, 0 with a digest of an unknown secret");
});

test("a secret that cannot be read does not pass for none", { timeout: TIMEOUT_MS }, async () => {
  const secretFile = { AUTH_SECRET_FILE: join(folder, "none") };
  const said = "AUTH_SECRET_FILE: the file cannot be read (ENOENT)\n";
  // From their sources, as by npm run.
  expect(await run(typescript("scripts/audit-verify.ts"), secretFile)).toEqual({ code: 2, out: "", said });
  const create = ["--email", "a@b.example", "--name", "A B", "--role", "ops"];
  expect(await run([...typescript("scripts/user-create.ts"), ...create], secretFile)).toEqual({
    code: 2,
    out: "",
    said,
  });
});

test("where no order can be checked, it does not pass", { timeout: TIMEOUT_MS }, async () => {
  const said = "orders: not checked. Set AUTH_SECRET (and AUTH_SECRET_PREVIOUS) to check their digests.\n";
  expect(await verify(["--heads", file])).toMatchObject({ code: 2, said });
  const none = "orders: none could be checked. AUTH_SECRET is not the secret of their digests.\n";
  expect(await verify([], { AUTH_SECRET: OTHER_SECRET })).toMatchObject({ code: 2, said: none });
  expect((await verify([], { AUTH_SECRET: OTHER_SECRET, AUTH_SECRET_PREVIOUS: TEST_SECRET })).code).toBe(0);
});

test("what it cannot read is not said to be altered", { timeout: TIMEOUT_MS }, async () => {
  const ended = { code: 2, out: "" };
  const nowhere = { DATABASE_URL: "postgres://choba:hush@127.0.0.1:1/choba" };
  const unanswered = "DATABASE_URL: no database server listens at 127.0.0.1:1\n";
  expect(await verify([], nowhere)).toEqual({ ...ended, said: unanswered });

  const none = join(folder, "none.jsonl");
  const said = `ENOENT: no such file or directory, open '${none}'\n`;
  expect(await verify(["--heads", none])).toEqual({ ...ended, said });

  const socket = await verify([], { DATABASE_URL: `postgres://auditor@/choba?host=${folder}` });
  expect(socket).toEqual({ ...ended, said: `connect ENOENT ${folder}/.s.PGSQL.5432\n` });

  const malformed = "DATABASE_URL: must be a postgres:// address; write / in a password as %2F\n";
  for (const address of ["postgres://choba:hush/word@127.0.0.1:1/choba", "nowhere.invalid/choba"]) {
    expect(await verify([], { DATABASE_URL: address })).toEqual({ ...ended, said: malformed });
  }
});

test("an altered withdrawal and a chain that was cut off fail it", { timeout: TIMEOUT_MS }, async () => {
  await tampered(sql`update withdrawals set destination_account = '6666666' where transaction_row = ${order.id}`);
  await tampered(sql`with cut as (
    delete from audit_links where chain = 'sandbox'
      and position = (select max(position) from audit_links where chain = 'sandbox') returning event_id
  ) delete from audit_events where id in (select event_id from cut)`);
  await appendFile(file, '{"chain":"sand');
  const { code, out, said } = await verify(["--heads", file], { AUTH_SECRET: TEST_SECRET });
  expect(code).toBe(1);
  expect(said.trimEnd().split("\n")).toEqual([
    `${file}: line 3 is not an exported head`,
    expect.stringMatching(/: NOT IN THE CHAIN: sandbox:1:[0-9a-f]{64}\. What was there was changed or cut off\.$/),
    `withdrawals: ALTERED sandbox ${order.referenceId}: terms, requested_line`,
  ]);
  // Without the exported head, the chain itself would tell nothing.
  expect(out).toContain("sandbox: 0 links hold");
  expect(out).toContain(`${file}: 1 of 2 heads are in the chains`);
});

test("with --freeze, an altered order that was not sent yet is frozen", { timeout: TIMEOUT_MS }, async () => {
  // A database of its own: the chain of the other one was cut off.
  await context.close();
  context = await openTestContext();
  const [waiting, sent] = [await requestedDeposit(context), await requestedDeposit(context)];
  await tampered(
    sql`update deposits set payer_account_name = 'ベツジン' where transaction_row in (${waiting.id}, ${sent.id})`,
  );
  await tampered(sql`update transactions set submission = 'accepted' where id = ${sent.id}`);
  const named = ({ referenceId }: typeof sent) => `deposits: ALTERED sandbox ${referenceId}: terms`;
  const secret = { AUTH_SECRET: TEST_SECRET };

  const looked = await verify([], secret);
  expect(looked.code).toBe(1);
  expect(looked.said.trimEnd().split("\n").toSorted()).toEqual([named(waiting), named(sent)].toSorted());
  expect((await orderOf(context, waiting.referenceId)).discrepancyAt).toBeNull();

  expect((await verify(["--freeze"], { AUTH_SECRET: OTHER_SECRET })).code).toBe(2);
  expect((await orderOf(context, waiting.referenceId)).discrepancyAt).toBeNull();

  const readOnly = { DATABASE_URL: `${context.url}?options=-c%20default_transaction_read_only%3Don` };
  const refused = await verify(["--freeze"], { ...secret, ...readOnly });
  expect(refused.code).toBe(1);
  const unfrozen = `${named(waiting)}. NOT FROZEN: cannot execute SELECT FOR UPDATE in a read-only transaction`;
  expect(refused.said.trimEnd().split("\n").toSorted()).toEqual([unfrozen, named(sent)].toSorted());

  const frozen = await verify(["--freeze"], secret);
  expect(frozen.code).toBe(1);
  const lines = [`${named(waiting)}. Frozen: it will not be sent`, named(sent)];
  expect(frozen.said.trimEnd().split("\n").toSorted()).toEqual(lines.toSorted());
  expect(await orderOf(context, waiting.referenceId)).toMatchObject({
    submission: "queued",
    discrepancyKind: "altered",
  });
  expect((await orderOf(context, sent.referenceId)).discrepancyAt).toBeNull();
});

test("orders of a secret that was removed do not fail it, beside others", { timeout: TIMEOUT_MS }, async () => {
  const as = async (who: Parameters<TestContext["as"]>[0]) => ({
    ...(await context.as(who)),
    vault: createVault(OTHER_SECRET),
  });
  await requestedDeposit({ ...context, as });
  const { code, out } = await verify([], { AUTH_SECRET: OTHER_SECRET });
  expect({ code, out }).toMatchObject({
    code: 0,
    out: expect.stringContaining("deposits: 0 altered, 2 with a digest"),
  });
});
