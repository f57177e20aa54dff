import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { promisify } from "node:util";
import { serve } from "@hono/node-server";
import Ajv from "ajv/dist/2020";
import addFormats from "ajv-formats";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { batches } from "@/drizzle/schema/batches";
import { transactions } from "@/drizzle/schema/transactions";
import { ENDPOINTS } from "@/lib/api/endpoints";
import { openApiDocument } from "@/lib/api/openapi";
import { ROOT } from "@/scripts/lib/root.mjs";
import { newKey, serveApi } from "../../support/api";
import { openTestContext, type TestContext } from "../../support/context";
import { payout } from "../../support/forms";
import { requested } from "../../support/orders";
import { openService, type Service } from "../../support/service";

/** The document of the API against what it answers: by its schemas, and by a client that a generator makes of it. */
const run = promisify(execFile);
let context: TestContext;
let service: Service;
let secret: string;
let url: string;
let stop: () => Promise<unknown>;
beforeAll(async () => {
  service = await openService();
  context = await openTestContext(service);
  secret = (await newKey(await context.as("admin"))).secret;
  const answer = await serveApi(context);
  const server = serve({ fetch: (request) => answer(request), port: 0, hostname: "127.0.0.1" });
  await once(server, "listening");
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  stop = async () => new Promise((resolve) => server.close(resolve));
  await requested(context, { playerId: "p-kyc" });
  await context.db.execute(sql`
    insert into registrations (environment, player_id, currency, status, status_source, status_at, created_at, updated_at)
    values ('sandbox', 'p-kyc', 'JPY', 'REGISTERED', 'query', now(), now(), now())`);
});
afterAll(async () => {
  await stop();
  await context.close();
  await service.close();
});

async function call(method: string, path: string, body?: unknown, key = secret) {
  const answer = await fetch(url + path, {
    method,
    headers: { authorization: `Bearer ${key}`, "idempotency-key": randomUUID() },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return { status: answer.status, type: answer.headers.get("content-type") ?? "", json: await answer.json() };
}

test("the document describes each parameter and each field of what is sent", () => {
  type Described = { description?: string; properties?: Record<string, Described>; items?: Described };
  const { paths, components } = openApiDocument(url);
  const parameters = Object.entries(paths).flatMap(([path, operations]) =>
    Object.values(operations as Record<string, { parameters: { name: string; description?: string }[] }>).flatMap(
      (operation) => operation.parameters.map(({ name, description }) => ({ name: `${path} ${name}`, description })),
    ),
  );
  const fieldsOf = (
    name: string,
    { properties = {} }: Described,
  ): { name: string; description: string | undefined }[] =>
    Object.entries(properties).flatMap(([field, its]) => [
      { name: `${name} ${field}`, description: its.description },
      ...(its.items ? fieldsOf(`${name} ${field}`, its.items) : []),
    ]);
  const bodies = Object.entries(components.schemas).filter(([name]) => name.endsWith("Body"));
  const all = [...parameters, ...bodies.flatMap(([name, schema]) => fieldsOf(name, schema as Described))];
  expect(all.length).toBeGreaterThan(30);
  expect(all.filter(({ description }) => !description).map(({ name }) => name)).toEqual([]);
});

test("every answer is as the document says", async () => {
  const document = openApiDocument(url);
  const ajv = addFormats.default(new Ajv({ strict: false, allErrors: true }));
  ajv.addSchema({ $id: "api", ...document });
  const made = (await call("POST", "/v1/withdrawals", payout())).json.referenceId;
  // An event waits for the transactions of the whole server that began before it, and other tests share the server.
  await expect
    .poll(async () => (await call("GET", "/v1/events?limit=5")).json.data.length, { timeout: 20_000 })
    .toBeGreaterThan(0);
  const batch = { name: "contract", rows: [{ ...payout({ destinationAccount: "7654321" }), memo: "" }] };
  const row = ({ purpose: _purpose, ...one }: Record<string, unknown>) => one;
  const answers: Record<keyof typeof ENDPOINTS, Awaited<ReturnType<typeof call>>> = {
    requestPayout: await call("POST", "/v1/withdrawals", payout({ destinationAccount: "7654322" })),
    createBatch: await call("POST", "/v1/batches", { ...batch, rows: batch.rows.map(row) }),
    listOrders: await call("GET", "/v1/orders"),
    getOrder: await call("GET", `/v1/orders/${made}`),
    listPayees: await call("GET", "/v1/payees"),
    listBalances: await call("GET", "/v1/balances"),
    getPlayer: await call("GET", "/v1/players/p-kyc"),
    readEvents: await call("GET", "/v1/events?limit=5"),
  };
  for (const [id, { status, json }] of Object.entries(answers)) {
    const { method, path, status: expected } = ENDPOINTS[id as keyof typeof ENDPOINTS];
    expect([id, status]).toEqual([id, expected]);
    expect(document.paths[path]).toHaveProperty(method.toLowerCase());
    const name = `${id.slice(0, 1).toUpperCase()}${id.slice(1)}Answer`;
    const validate = ajv.getSchema(`api#/components/schemas/${name}`);
    expect([id, validate?.(json), validate?.errors ?? null]).toEqual([id, true, null]);
  }
  expect(answers.listBalances.json.data.length).toBeGreaterThan(0);
  expect(answers.readEvents.json.data.length).toBeGreaterThan(0);

  const problem = ajv.getSchema("api#/components/schemas/Problem");
  const refusals = [
    await call("GET", "/v1/orders", undefined, "choba_sandbox_none"),
    await call("GET", "/v1/orders/none"),
    await call("GET", "/v1/orders?state=none&limit=1"),
    await call("POST", "/v1/withdrawals", {}),
  ];
  for (const { status, type, json } of refusals) {
    expect([type, json.status, problem?.(json)]).toEqual(["application/problem+json", status, true]);
  }
});

test("the examples of what is sent are taken, and those of the answers are as the document says", async () => {
  const document = openApiDocument(url);
  const ajv = addFormats.default(new Ajv({ strict: false }));
  ajv.addSchema({ $id: "api", ...document });
  const examples = Object.values(ENDPOINTS).flatMap(({ example, ...its }) => (example ? [{ ...its, ...example }] : []));
  expect(examples.map(({ id }) => id)).toEqual(["requestPayout", "createBatch"]);
  for (const { id, method, path, body, answer } of examples) {
    expect(document.paths[path]).toMatchObject({
      [method.toLowerCase()]: {
        requestBody: { content: { "application/json": { example: body } } },
        responses: { 201: { content: { "application/json": { example: answer } } } },
      },
    });
    const { status, json } = await call(method, path, body);
    expect([id, status, Object.keys(json).toSorted()]).toEqual([id, 201, Object.keys(answer).toSorted()]);
    const schema = `api#/components/schemas/${id.slice(0, 1).toUpperCase()}${id.slice(1)}Answer`;
    expect([id, ajv.validate({ $ref: schema }, answer)]).toEqual([id, true]);
  }
});

test("a parameter or field that an endpoint does not have is refused, and nothing is created", async () => {
  const count = () => Promise.all([transactions, batches].map((table) => context.db.$count(table)));
  const before = await count();
  const bodies: Record<string, object> = {
    requestPayout: payout({ destinationAccount: "7654323" }),
    createBatch: { name: "unknown", rows: [payout({ destinationAccount: "7654324" })] },
  };
  for (const { id, method, path } of Object.values(ENDPOINTS)) {
    const at = path.replace("{referenceId}", "none").replace("{playerId}", "p-kyc");
    const unknown = { status: 422, json: { code: "invalid", errors: [{ field: "reqest", code: "unknownField" }] } };
    expect([id, await call(method, `${at}?reqest=false`, bodies[id])]).toMatchObject([id, unknown]);
    if (method === "POST") {
      expect([id, await call(method, at, { ...bodies[id], reqest: false })]).toMatchObject([id, unknown]);
    }
  }
  expect(await count()).toEqual(before);
});

const PROGRAM = `import { createClient } from "./client/client";
import { getOrder, listOrders, requestPayout } from "./client";

const [url = "", auth = ""] = process.argv.slice(2);
const client = createClient({ baseUrl: url, auth });
const made = await requestPayout({
  client,
  headers: { "Idempotency-Key": "generated" },
  body: ${JSON.stringify(payout({ destinationAccount: "1112223" }))} as const,
});
if (!made.data) throw new Error(JSON.stringify(made.error));
const order = await getOrder({ client, path: { referenceId: made.data.referenceId } });
const list = await listOrders({ client, query: { type: "WITHDRAW" } });
const paid: boolean | undefined = order.data?.paid;
console.log(JSON.stringify({ paid, submission: order.data?.submission, listed: list.data?.data.length }));
`;

test("a client that a public generator makes of it compiles, and requests a payout", { timeout: 120_000 }, async () => {
  const folder = await mkdtemp(join(ROOT, "node_modules/.client-"));
  const bin = (name: string) => join(ROOT, "node_modules/.bin", name);
  try {
    await writeFile(join(folder, "openapi.json"), JSON.stringify(openApiDocument(url)));
    await writeFile(join(folder, "package.json"), '{"type":"module"}');
    await run(bin("openapi-ts"), ["-i", "openapi.json", "-o", "client", "--silent", "--no-log-file"], { cwd: folder });
    await writeFile(join(folder, "program.ts"), PROGRAM);
    const options = [
      "--ignoreConfig",
      "--strict",
      "--noEmit",
      "--skipLibCheck",
      "--module",
      "esnext",
      "--moduleResolution",
      "bundler",
    ];
    await run(
      bin("../typescript-native/bin/tsc"),
      [...options, "--target", "es2022", "--types", "node", "program.ts"],
      { cwd: folder },
    );
    const { stdout } = await run(bin("tsx"), ["program.ts", url, secret], { cwd: folder });
    expect(JSON.parse(stdout)).toMatchObject({ paid: false, submission: "queued", listed: expect.any(Number) });
  } finally {
    await rm(folder, { recursive: true });
  }
});
