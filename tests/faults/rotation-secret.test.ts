import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { transactions } from "@/drizzle/schema/transactions";
import { createVault, type Vault } from "@/lib/auth/crypto";
import { SEALED } from "@/lib/auth/seal-again";
import { codeAt } from "@/lib/auth/totp";
import { addEndpoint } from "@/lib/webhooks/commands";
import { startConsole } from "@/scripts/lib/next.mjs";
import { freePort, HOST } from "@/scripts/lib/ports.mjs";
import { ROOT } from "@/scripts/lib/root.mjs";
import { secretsIn } from "@/scripts/lib/secrets.mjs";
import { connectionTo } from "@/scripts/lib/services.mjs";
import { bareSettings } from "@/scripts/lib/settings.mjs";
import { startWorker } from "@/scripts/lib/worker.mjs";
import { newKey } from "../support/api";
import { openTestContext, type TestContext } from "../support/context";
import { payout } from "../support/forms";
import { showAt, signInAt } from "../support/http";
import { requested } from "../support/orders";
import { openService, type Service } from "../support/service";
import { type App, setUpApp } from "../support/sign-in";
import { TEST_SECRET } from "../support/test-secret";

/**
 * AUTH_SECRET is rotated by the steps of docs/operations.md on two consoles and a worker, with users signed in, payouts
 * waiting, and secrets stored. The first step is over: all know the new secret, and sign with the former one.
 */
const FORMER = TEST_SECRET;
const NEXT = "the secret that comes after the one of tests";
const PATIENCE = { timeout: 60_000 };

type Secrets = { AUTH_SECRET: string; AUTH_SECRET_PREVIOUS?: string };
const KNOWN: Secrets = { AUTH_SECRET: FORMER, AUTH_SECRET_PREVIOUS: NEXT };
const EXCHANGED: Secrets = { AUTH_SECRET: NEXT, AUTH_SECRET_PREVIOUS: FORMER };
const REMOVED: Secrets = { AUTH_SECRET: NEXT };

let service: Service;
let context: TestContext;
let app: App;
let key: string;
const running = new Map<string, { url: string; stop: () => Promise<void> }>();

const env = (secrets: Secrets) => ({
  ...bareSettings(),
  ...secretsIn(join(ROOT, ".data")),
  ...connectionTo({ ...service, kycGateway: undefined }),
  ...{ DATABASE_URL: context.runtimeUrl, APP_URL: "http://console.test" },
  ...{ AUTH_SECRET_PREVIOUS: "", ...secrets },
});

async function restart(name: string, secrets: Secrets) {
  await running.get(name)?.stop();
  const port = await freePort();
  const stop =
    name === "worker"
      ? (await startWorker({ env: env(secrets) })).stop
      : (await startConsole({ env: { ...env(secrets), JOBS: "off" }, port })).stop;
  running.set(name, { url: `http://${HOST}:${port}`, stop });
}
const at = (name: string) => running.get(name)?.url ?? "";

beforeAll(async () => {
  service = await openService();
  context = await openTestContext(service);
  const admin = await context.as("admin");
  key = (await newKey(admin)).secret;
  // Earlier, as the code that has set it up cannot be used again.
  context.clock.now = new Date(Date.now() - 120_000);
  app = await setUpApp(context, await context.as("support"));
  context.clock.now = new Date();
  const endpoint = { name: "ERP", url: "https://erp.example/choba", types: ["order.updated" as const] };
  expect((await addEndpoint(admin, endpoint)).ok).toBe(true);
  for (const role of ["ops", "finance"] as const) await context.as(role);
  await Promise.all(["first", "second", "worker"].map((name) => restart(name, KNOWN)));
}, 180_000);
afterAll(async () => {
  await Promise.all([...running.values()].map(({ stop }) => stop()));
  await context.close();
  await service.close();
}, 60_000);

const signIn = (name: string, role: string) =>
  signInAt(at(name), { email: `${role}@test.example`, password: `password of ${role}` });

/** 200 for who is signed in there; another for the rest, who are sent to the sign-in page. */
const statusFor = async (cookie: string, name: string) =>
  (await fetch(`${at(name)}/sandbox`, { headers: { cookie }, redirect: "manual" })).status;
const everywhere = (cookie: string) => Promise.all(["first", "second"].map((name) => statusFor(cookie, name)));

/** Requests a payout to an account at that console; resolves to its reference ID. */
async function payoutAt(name: string, destinationAccount: string): Promise<string> {
  const answer = await fetch(`${at(name)}/v1/withdrawals`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "idempotency-key": randomUUID(), "content-type": "application/json" },
    body: JSON.stringify(payout({ destinationAccount })),
  });
  const made: { referenceId: string } = await answer.json();
  if (!answer.ok) throw new Error(JSON.stringify(made));
  return made.referenceId;
}

async function isSent(referenceId: string) {
  const submission = async () => {
    const [order] = await context.db.select().from(transactions).where(eq(transactions.referenceId, referenceId));
    return order && [order.submission, order.discrepancyAt];
  };
  await expect.poll(submission, PATIENCE).toEqual(["accepted", null]);
}

/** How many stored secrets this vault reads, and how many there are. */
async function readBy(vault: Vault) {
  const found = SEALED.map(({ column, purpose }) =>
    context.db
      .select({ sealed: column })
      .from(column.table)
      .then((rows) =>
        rows.flatMap(({ sealed }) => (typeof sealed === "string" ? [vault.open(purpose, sealed) !== null] : [])),
      ),
  );
  const all = (await Promise.all(found)).flat();
  return { read: all.filter(Boolean).length, of: all.length };
}

test("a rotation of AUTH_SECRET signs no one out, freezes no payout and loses no stored secret", async () => {
  const before = await signIn("first", "ops");
  expect(await everywhere(before)).toEqual([200, 200]);

  await restart("first", EXCHANGED);
  const during = await signIn("first", "finance");
  expect([await everywhere(before), await everywhere(during)]).toEqual([
    [200, 200],
    [200, 200],
  ]);
  // Requested under the new secret, sent by a worker that still signs with the former one.
  await isSent(await payoutAt("first", "1000001"));

  await running.get("worker")?.stop();
  const waiting = await requested(context);
  await Promise.all(["second", "worker"].map((name) => restart(name, EXCHANGED)));
  await isSent(waiting.referenceId);
  await isSent(await payoutAt("second", "1000002"));

  expect(await readBy(createVault(NEXT))).toEqual({ read: 0, of: 3 });
  await context.pool.query("select graphile_worker.add_job('seal-again')");
  await expect.poll(() => readBy(createVault(NEXT)), PATIENCE).toEqual({ read: 3, of: 3 });

  await restart("first", REMOVED);
  expect(await statusFor(during, "first")).toBe(200);
  const half = await signIn("first", "support");
  expect(await statusFor(half, "first")).not.toBe(200);
  const proof = JSON.stringify({ by: "code", code: codeAt(app.secret, new Date()) });
  expect(await statusFor(await showAt(at("first"), "proof", { proof }, half), "first")).toBe(200);
  // As the guide says: sessions that began before the exchange end with the former secret.
  expect(await statusFor(before, "first")).not.toBe(200);
}, 180_000);
