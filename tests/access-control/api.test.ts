import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ENDPOINTS, type EndpointId } from "@/lib/api/endpoints";
import { secretOf } from "@/lib/api-keys/secret";
import { API_SCOPES, type ApiScope } from "@/lib/auth/api-scopes";
import { payout } from "../support/forms";
import { request } from "../support/http";
import { apiKey, type KeyState } from "./api-key";
import { each, pairs } from "./attempts";
import { type Database, type Member, openDatabase } from "./callers";
import { MCP } from "./entry-points";
import { type SeededOrder, seedOrder } from "./seed";

/** Every endpoint of `/v1`, and `/mcp`, × every scope × every state of a key, against the console as it is served. */
let database: Database;
let admin: Member;
let here: SeededOrder;
let there: SeededOrder;
const secrets: string[] = [];

beforeAll(async () => {
  database = await openDatabase();
  admin = await database.member("admin");
  here = await seedOrder(database, "sandbox");
  there = await seedOrder(database, "production");
});
afterAll(() => database.close());

async function keyIn(state: Omit<KeyState, "by"> = {}) {
  const secret = await apiKey(database, { by: admin.userId, ...state });
  secrets.push(secret);
  return secret;
}

type Id = EndpointId | "mcp";
const IDS = [...(Object.keys(ENDPOINTS) as EndpointId[]), "mcp"] as const;
const PLACES: Record<Id, { method: string; path: string; scope: ApiScope }> = {
  ...ENDPOINTS,
  mcp: { method: "POST", path: MCP, scope: "mcp:read" },
};
const BODIES: Partial<Record<Id, () => object>> = {
  mcp: () => ({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "get_day", arguments: {} } }),
  requestPayout: () => payout({ destinationAccount: String(Math.floor(Math.random() * 9_000_000) + 1_000_000) }),
  createBatch: () => ({ name: "matrix", file: `not a file ${randomUUID()}` }),
};

const OF_MCP = { "content-type": "application/json", accept: "application/json, text/event-stream" };

async function call(id: Id, headers: Record<string, string>, order = here) {
  const { method, path } = PLACES[id];
  const address = path.replace("{referenceId}", order.referenceId).replace("{playerId}", "p-unknown");
  const body = BODIES[id]?.();
  const answer = await request(address, {
    method,
    headers: { "idempotency-key": randomUUID(), ...(id === "mcp" && OF_MCP), ...headers },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  return { status: answer.status, code: /"code":"(\w+)"/.exec(text)?.[1] ?? "ok", text, answer };
}
const bearer = (secret: string) => ({ authorization: `Bearer ${secret}` });

test("no endpoint answers without a valid key, and nothing changes", async () => {
  const good = await keyIn();
  const states: [what: string, headers: Record<string, string>, outcome: string][] = [
    ["none", {}, "401 unauthenticated"],
    ["a session instead", { cookie: admin.cookie }, "401 unauthenticated"],
    ["another scheme", { authorization: `Basic ${good}` }, "401 unauthenticated"],
    ["an unknown one", bearer(secretOf("sandbox", "0".repeat(64))), "401 unauthenticated"],
    ["one with another end", bearer(`${good.slice(0, -1)}${good.endsWith("A") ? "B" : "A"}`), "401 unauthenticated"],
    ["one that names another environment", bearer(good.replace("sandbox", "production")), "401 unauthenticated"],
    ["a revoked one", bearer(await keyIn({ revoked: true })), "401 revoked_key"],
    ["an expired one", bearer(await keyIn({ expired: true })), "401 expired_key"],
    ["one from elsewhere", bearer(await keyIn({ networks: ["192.0.2.0/24"] })), "403 wrong_address"],
    [
      "one from elsewhere that claims its address",
      { ...bearer(await keyIn({ networks: ["192.0.2.0/24"] })), "x-forwarded-for": "192.0.2.1" },
      "403 wrong_address",
    ],
    ["one without scopes", bearer(await keyIn({ scopes: [] })), "403 missing_scope"],
  ];
  const held = await sums();
  const tried = await each(pairs(IDS, states), async ([id, [what, headers, outcome]]) => {
    const { status, code } = await call(id, headers);
    return `${status} ${code}` === outcome ? "as it should" : `${id}, ${what}: ${status} ${code}`;
  });
  expect(tried).toHaveLength(IDS.length * states.length);
  expect(tried.filter((one) => one !== "as it should")).toEqual([]);
  expect(await sums()).toEqual(held);
});

/** All but when a key was last used, and how fast. */
async function sums() {
  const { api_keys: _keys, throttles: _throttles, ...held } = await database.checksums();
  return held;
}

test("each endpoint opens with its own scope, and with no other", async () => {
  const keys = new Map<ApiScope, string>();
  for (const scope of API_SCOPES) keys.set(scope, await keyIn({ scopes: [scope] }));
  const tried = await each(pairs(IDS, API_SCOPES), async ([id, scope]) => {
    const { status, code } = await call(id, bearer(keys.get(scope) ?? ""));
    const isThere = status !== 404 || PLACES[id].path.includes("{");
    const isOpen = isThere && code !== "missing_scope" && status !== 401 && status < 500;
    return isOpen === (PLACES[id].scope === scope) ? "as it should" : `${id} with ${scope}: ${status} ${code}`;
  });
  expect(tried.filter((one) => one !== "as it should")).toEqual([]);
});

test("a key of one environment sees nothing of the other", async () => {
  const [one, other] = [bearer(await keyIn()), bearer(await keyIn({ environment: "production" }))];
  const seen = await Promise.all([
    call("getOrder", one, here),
    call("getOrder", one, there),
    call("getOrder", other, here),
    call("getOrder", other, there),
  ]);
  expect(seen.map(({ status }) => status)).toEqual([200, 404, 404, 200]);
  expect((await call("listOrders", one)).text).not.toContain(there.referenceId);
});

test("/mcp takes messages by POST alone, and says of a key's own environment what it has", async () => {
  const headers = { ...bearer(await keyIn()), ...OF_MCP };
  for (const method of ["GET", "DELETE"]) {
    const answer = await request(MCP, { method, headers });
    await answer.body?.cancel();
    expect([method, answer.status]).toEqual([method, 405]);
  }
  const tool = { name: "get_order", arguments: { id: there.referenceId } };
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: tool });
  expect(await (await request(MCP, { method: "POST", headers, body })).text()).toMatch(/found\\":false/);
});

test("in production a key's payout waits for a person", async () => {
  const { status, text } = await call("requestPayout", bearer(await keyIn({ environment: "production" })));
  expect({ status, ...JSON.parse(text) }).toMatchObject({ status: 201, submission: "awaiting_approval" });
});

test("a key opens nothing else of the console", async () => {
  const headers = bearer(await keyIn());
  for (const path of ["/api/sandbox/transactions", "/api/sandbox/audit", "/sandbox/transactions", "/api/metrics"]) {
    const answer = await request(path, { headers });
    await answer.body?.cancel();
    expect([path, [401, 404, 307].includes(answer.status)]).toEqual([path, true]);
  }
});

test("answers are problems in JSON that nothing may keep, also where there is no such endpoint", async () => {
  const { answer } = await call("listOrders", {});
  expect(answer.headers.get("content-type")).toBe("application/problem+json");
  expect(answer.headers.get("cache-control")).toBe("private, no-store");
  expect(answer.headers.get("www-authenticate")).toBe("Bearer");
  const none = await request("/v1/nothing/here", { headers: bearer(await keyIn()) });
  expect([none.status, none.headers.get("content-type")]).toEqual([404, "application/problem+json"]);
  expect(await none.json()).toMatchObject({ code: "not_found", requestId: none.headers.get("x-request-id") });
});

test("a method that an address does not take is a problem that names those it takes, also without a key", async () => {
  const places = [...Object.values(ENDPOINTS), { path: "/v1/openapi.json", method: "GET" }];
  const wrong = places.flatMap(({ path, method }) =>
    method === "GET"
      ? [[path, "DELETE", "GET, HEAD, OPTIONS"]]
      : ["PUT", "HEAD"].map((one) => [path, one, "POST, OPTIONS"]),
  ) as [path: string, method: string, allow: string][];
  const tried = await each(wrong, async ([path, method, allow]) => {
    const answer = await request(path.replace(/\{\w+\}/, "some"), { method });
    await answer.body?.cancel();
    const said = ["content-type", "allow"].map((name) => answer.headers.get(name)).join(" ");
    const isRight = answer.status === 405 && said === `application/problem+json ${allow}`;
    return isRight ? "as it should" : `${method} ${path}: ${answer.status} ${said}`;
  });
  expect(tried.filter((one) => one !== "as it should")).toEqual([]);
});

test("a body that is too large is refused, and one that is no JSON", async () => {
  const headers = { ...bearer(await keyIn()), "idempotency-key": randomUUID() };
  const large = await request("/v1/withdrawals", { method: "POST", headers, body: `{"a":"${"x".repeat(70_000)}"}` });
  const broken = await request("/v1/withdrawals", { method: "POST", headers, body: '{"a":' });
  expect([large.status, broken.status]).toEqual([413, 400]);
});

test("no secret of a key is in the log", () => {
  const said = readFileSync(process.env.CONSOLE_LOG_FILE ?? "", "utf8");
  expect(said).toContain("api: a key was refused");
  expect(secrets.filter((secret) => said.includes(secret.slice(-40)))).toEqual([]);
});
