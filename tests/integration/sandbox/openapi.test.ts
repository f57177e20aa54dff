import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestContext, type TestContext } from "./test-context";

let context: TestContext;
beforeAll(async () => {
  context = await openTestContext();
});
afterAll(() => context.close());

test("the description names every endpoint and both callbacks", async () => {
  const { body } = await context.send("/openapi.json", "", {}, "GET");
  expect(body.openapi).toBe("3.1.0");
  expect(Object.keys(body.paths as object).sort()).toEqual(
    ["/balance", "/banks", "/deposit", "/kyc-register", "/kyc/status", "/transactions", "/withdraw"].sort(),
  );
  expect(Object.keys(body.webhooks as object)).toEqual(["transaction", "kyc"]);
});

test("an answer that is not as described is noticed", async () => {
  const { body } = await context.call("/withdraw", context.withdrawal());
  const wrong: unknown[] = [
    { ...body, surprise: 1 },
    { ...body, amount: "12000" },
    { ...body, status: "COMPLETED" },
    { ...body, transactionId: undefined },
    { ...body, transactionId: "12" },
  ];
  for (const answer of wrong) expect(() => context.description.check("/withdraw", 200, answer)).toThrow();
  expect(() => context.description.check("/withdraw", 418, {})).toThrow();
  expect(() => context.description.checkCallback("transaction", { status: "PENDING" })).toThrow();
});

type Media = Record<string, { schema: unknown; example?: unknown }>;
type Operation = {
  post: { requestBody: { content: Media }; responses: Record<string, { description: string; content: Media }> };
};
const served = async () =>
  (await context.send("/openapi.json", "", {}, "GET")).body as {
    servers: unknown;
    paths: Record<string, Operation>;
    webhooks: Record<string, Operation>;
    components: { schemas: Record<string, { additionalProperties?: unknown }> };
  };

test("it says where it is served, and closes no answer against fields to come", async () => {
  const { servers, components } = await served();
  expect(servers).toEqual([{ url: context.url(), description: "This sandbox." }]);
  for (const [name, schema] of Object.entries(components.schemas)) {
    expect(schema.additionalProperties, name).not.toBe(false);
  }
});

/** What begins something, and where a client finds what became of it. */
const QUERIES: Record<string, string> = {
  "/deposit": "query /transactions",
  "/withdraw": "query /transactions",
  "/kyc-register": "query /kyc/status",
};

test("a refusal that may be of a repeated create call is described as one", async () => {
  const { paths } = await served();
  for (const [path, { post }] of Object.entries(paths)) {
    const repeated = /nonce.*(query \/.*)\.$/.exec(post.responses[400]!.description)?.[1];
    expect([path, repeated]).toEqual([path, QUERIES[path]]);
  }
});

test("every body has an example that is as described", async () => {
  const { paths, webhooks } = await served();
  for (const [path, { post }] of Object.entries({ ...paths, ...webhooks })) {
    const bodies = [post.requestBody, ...Object.values(post.responses)].flatMap(({ content }) =>
      Object.values(content),
    );
    expect(bodies.length, path).toBeGreaterThan(1);
    for (const { schema, example } of bodies) context.description.checkExample(schema, example);
  }
});

test("every request that is shown is accepted, once it is signed now", async () => {
  const { paths } = await served();
  const order = ["/kyc-register", "/kyc/status", "/deposit", "/withdraw", "/transactions", "/balance", "/banks"];
  expect(Object.keys(paths).sort()).toEqual([...order].sort());
  for (const path of order) {
    const { timestamp, nonce, ...example } = paths[path]!.post.requestBody.content["application/json"]!
      .example as Record<string, string>;
    expect([path, (await context.call(path, example)).status]).toEqual([path, 200]);
    if (path === "/kyc-register") await context.operator("POST", "/kyc/player-1/registered");
  }
});

test("every 5xx is described for every endpoint, on what begins something as an unknown outcome", async () => {
  const { paths } = await served();
  for (const [path, { post }] of Object.entries(paths)) {
    const rows = Object.entries(post.responses).filter(([status]) => status.startsWith("5"));
    expect(rows.map(([status]) => status)).toEqual(["500", "502", "503", "504"]);
    for (const [, { description }] of rows) {
      const wanted = QUERIES[path] ? `outcome is unknown.*${QUERIES[path]}` : "ask again";
      expect(description, path).toMatch(new RegExp(wanted, "i"));
      expect(/ask again/.test(description), path).toBe(!QUERIES[path]);
    }
  }
});

test("a 502 of a KYC call with a code of its own is described as a refusal", async () => {
  const { paths } = await served();
  const player = { gateway: "OTHER", playerId: "p", userName: "ヤマダ", currency: "JPY" };
  for (const [path, { post }] of Object.entries(paths)) {
    const isKyc = path.startsWith("/kyc");
    const refused = /codes? (.*): refused/.exec(post.responses[502]!.description)?.[1];
    expect([path, refused]).toEqual([path, isKyc ? "GATEWAY_NOT_ENABLED or KYC_NOT_SUPPORTED" : undefined]);
    if (isKyc) expect((await context.call(path, player)).body.code).toBe("GATEWAY_NOT_ENABLED");
  }
});
