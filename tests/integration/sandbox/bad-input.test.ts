import { randomUUID } from "node:crypto";
import { request } from "node:http";
import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { signatureOf } from "./signer";
import { openTestContext, type TestContext } from "./test-context";

let context: TestContext;
beforeAll(async () => {
  context = await openTestContext();
});
afterAll(() => context.close());

const PATHS = ["/deposit", "/withdraw", "/transactions", "/balance", "/banks", "/kyc-register", "/kyc/status"];
const json = (more: Record<string, string> = {}) => ({
  "content-type": "application/json",
  "x-api-key": context.merchant.apiKey,
  "x-signature": "0".repeat(64),
  ...more,
});
const now = () => Math.floor(Date.now() / 1000);

/** A 4xx with a JSON body that has a message, for any input. */
async function refused(body: BodyInit, headers = json(), path = "/balance", method = "POST") {
  const answer = await context.send(path, body, headers, method);
  expect(answer.status, answer.text).toBeGreaterThanOrEqual(400);
  expect(answer.status, answer.text).toBeLessThan(500);
  expect(answer.headers.get("content-type")).toMatch(/^application\/json/);
  expect(answer.body.message).toEqual(expect.any(String));
  return answer;
}

describe("bad input is a 4xx with a message", () => {
  test.each([
    ["nothing", ""],
    ["half an object", '{"currency":'],
    ["no object: a list", "[]"],
    ["no object: a number", "12"],
    ["no object: null", "null"],
    ["text after the object", '{"a":"b"} x'],
    ["a comma too many", '{"a":"b",}'],
    ["single quotes", "{'a':'b'}"],
    ["a comment", '{/**/"a":"b"}'],
    ["a byte order mark", '\ufeff{"a":"b"}'],
    ["NaN", '{"a":NaN}'],
    ["a number with a leading zero", '{"a":01}'],
    ["a raw control character", '{"a":"\u0001"}'],
    ["a key that is given twice", '{"currency":"JPY","currency":"THB"}'],
    ["a nested object", '{"a":{"b":1}}'],
    ["a list of lists, 30,000 deep", `{"a":${"[".repeat(30_000)}`],
    ["prototype keys", '{"__proto__":{"isAdmin":true},"constructor":"x"}'],
    ["a single string of 60 kB", `{"a":"${"x".repeat(60_000)}`],
  ])("%s", async (_name, body) => {
    expect((await refused(body)).status).toBe(400);
  });

  test("invalid UTF-8", async () => {
    expect((await refused(new Uint8Array([0x7b, 0xff, 0xfe, 0x7d]))).body.fields).toEqual(["body: must be UTF-8"]);
  });

  test("64 KiB is read, one byte more is not, declared or chunked", async () => {
    const body = (bytes: number) => `{"a":"${"x".repeat(bytes - 8)}"}`;
    expect((await refused(body(65_536))).status).toBe(400);
    expect((await refused(body(65_537))).status).toBe(413);
    expect((await refused(body(5_000_000))).status).toBe(413);

    const chunked = new ReadableStream({
      start(controller) {
        for (let part = 0; part < 70; part += 1) controller.enqueue(new Uint8Array(1_000).fill(0x20));
        controller.close();
      },
    });
    const sent = await fetch(`${context.url()}/balance`, {
      method: "POST",
      body: chunked,
      headers: json(),
      duplex: "half",
    } as RequestInit);
    expect(sent.status).toBe(413);
  });

  test.each(["text/plain", "application/x-www-form-urlencoded", "application/jsonp", ""])(
    "the content type %j",
    async (type) => {
      expect((await refused("{}", json({ "content-type": type }))).status).toBe(415);
    },
  );

  test("a compressed body", async () => {
    expect((await refused("{}", json({ "content-encoding": "gzip" }))).status).toBe(415);
  });

  test.each(["GET", "PUT", "PATCH", "DELETE"])("the method %s", async (method) => {
    for (const path of PATHS) {
      const answer = await refused("{}", json(), path, method);
      expect([answer.status, answer.headers.get("allow")]).toEqual([405, "POST"]);
    }
  });

  test("the method TRACE, on either side", async () => {
    for (const address of [context.url(), context.operatorUrl()]) {
      for (const path of ["/withdraw", "/pay/token", "/"]) {
        const { hostname, port } = new URL(address);
        const status = await new Promise((resolve, reject) => {
          request({ hostname, port, path, method: "TRACE" }, (answer) => resolve(answer.resume().statusCode))
            .on("error", reject)
            .end();
        });
        expect(status).toBe(405);
      }
    }
  });

  test.each(["/pay/%00", "/pay/a%00b", "/pay/%1F", "/pay/%7f", "/%00"])("the path %s", async (path) => {
    expect((await refused("{}", json(), path, "GET")).status).toBe(404);
    expect((await refused("{}", json(), `${path}/paid`)).status).toBe(404);
  });

  test.each(["/", "/withdraw/", "/Withdraw", "/kyc-status", "/kyc/register", "/%2e%2e/orders", "/orders", "/health"])(
    "the path %s",
    async (path) => {
      expect((await refused("{}", json(), path)).status).toBe(404);
    },
  );

  test("signed fields of the wrong kind, on every endpoint", async () => {
    const fields = [
      "amount",
      "channel",
      "currency",
      "callbackUrl",
      "referenceId",
      "playerId",
      "destination",
      "id",
      "gateway",
      "userName",
    ];
    for (const path of PATHS) {
      const members = fields.map((name) => `"${name}":true`);
      const nonce = randomUUID();
      const body = `{${members.join(",")},"nonce":"${nonce}","timestamp":${now()}}`;
      const values = [...fields.map((name) => [name, "true"]), ["nonce", nonce], ["timestamp", String(now())]];
      const canonical = JSON.stringify(Object.fromEntries(values.sort(([a], [b]) => (a! < b! ? -1 : 1))));
      const answer = await refused(
        body,
        json({ "x-signature": signatureOf(canonical, context.merchant.secretKey) }),
        path,
      );
      expect(answer.body.message).toBe("Validation failed.");
      for (const problem of answer.body.fields as string[]) expect(problem).toMatch(/^\w+: \S/);
    }
  });

  test("text that a database cannot keep", async () => {
    for (const text of ["a\u0000b", "\ud800", "x\u007f"]) {
      for (const [path, fields] of [
        ["/transactions", { id: text }],
        ["/withdraw", context.withdrawal({ referenceId: text })],
        ["/kyc/status", { gateway: "JPBANK", playerId: text }],
        ["/balance", { nonce: text }],
      ] as const) {
        expect((await context.call(path, fields)).status).toBe(400);
      }
    }
  });

  test("what is not HTTP", async () => {
    const { hostname, port } = new URL(context.url());
    const answer = await new Promise<string>((resolve) => {
      const socket = connect(Number(port), hostname, () => socket.write("\u0016\u0003\u0001 hello\r\n\r\n"));
      let text = "";
      socket.on("data", (part) => {
        text += part;
      });
      socket.on("close", () => resolve(text));
    });
    expect(answer).toMatch(/^HTTP\/1.1 400 .*\{"message":"The request is not HTTP."\}$/s);
  });

  test("and after all that it still answers, and has logged no error", async () => {
    expect((await context.call("/balance", {})).status).toBe(200);
    expect(context.logged.filter((line) => line.startsWith("error"))).toEqual([]);
  });
});
