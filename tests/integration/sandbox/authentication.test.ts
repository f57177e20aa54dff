import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { signatureOf, signedBody } from "./signer";
import { openTestContext, type TestContext } from "./test-context";

const now = () => Math.floor(Date.now() / 1000);
const JSON_TYPE = { "content-type": "application/json" };

describe.each(["none", "all"] as const)("authentication, announced: %s", (announced) => {
  let context: TestContext;
  beforeAll(async () => {
    context = await openTestContext({ announced }, [{ allowedIps: ["203.0.113.7"] }]);
  });
  afterAll(() => context.close());

  test("a signed call is answered", async () => {
    expect((await context.call("/balance", {})).status).toBe(200);
  });

  test.each([
    ["no key", null],
    ["an unknown key", "a key of no merchant"],
  ])("%s is 401", async (_name, apiKey) => {
    const { status, body } = await context.call("/balance", {}, { apiKey });
    expect([status, body]).toEqual([401, { message: "Invalid API key" }]);
  });

  test("a caller that is not allow-listed is 403, with any signature", async () => {
    const { status, body } = await context.call("/balance", {}, { as: context.others[0]! });
    expect([status, body]).toEqual([403, { message: "Invalid IP address." }]);
  });

  test.each([
    ["no signature", {}, { signature: null }],
    ["a timestamp 301 seconds old", { timestamp: now() - 302 }, {}],
    ["a timestamp 301 seconds ahead", { timestamp: now() + 320 }, {}],
    ["no timestamp", { timestamp: null }, {}],
    ["a timestamp that is no number", { timestamp: "today" }, {}],
  ])("%s is 400", async (_name, fields, sending) => {
    const { status, body } = await context.call("/balance", fields, sending);
    expect([status, body]).toEqual([400, { message: "Invalid or expired timestamp" }]);
  });

  test.each([-290, 290])("a timestamp off by %d seconds is accepted", async (off) => {
    expect((await context.call("/balance", { timestamp: now() + off })).status).toBe(200);
  });

  test.each([
    ["another key's", (body: string) => signatureOf(body, "another key")],
    ["an upper-case", (body: string) => signatureOf(body, context.merchant.secretKey).toUpperCase()],
    ["a shortened", (body: string) => signatureOf(body, context.merchant.secretKey).slice(0, 63)],
    ["another body's", () => signatureOf("{}", context.merchant.secretKey)],
  ])("%s signature is refused", async (_name, sign) => {
    const body = signedBody({ timestamp: now(), nonce: randomUUID() });
    const headers = { ...JSON_TYPE, "x-api-key": context.merchant.apiKey, "x-signature": sign(body) };
    const answer = await context.send("/balance", body, headers);
    expect([answer.status, answer.body]).toEqual([announced === "all" ? 401 : 400, { message: "Invalid signature" }]);
  });

  test("numbers, order and white space of the body are free: the canonical form is what is signed", async () => {
    const fields = { currency: "JPY", nonce: randomUUID(), timestamp: now() };
    const loose = `{ "timestamp": ${fields.timestamp},\n "nonce": "${fields.nonce}", "currency": "\\u004aPY", "gone": null }`;
    const signature = signatureOf(signedBody(fields), context.merchant.secretKey);
    const headers = { ...JSON_TYPE, "x-api-key": context.merchant.apiKey, "x-signature": signature };
    expect((await context.send("/balance", loose, headers)).status).toBe(200);
  });

  test("JSON numbers are as good as strings, and are signed with the digits that were sent", async () => {
    const order = context.withdrawal({ currency: "THB", amount: "12.50", destination: "BBL" });
    const fields = { ...order, nonce: randomUUID(), timestamp: now() };
    const body = JSON.stringify(fields).replace('"amount":"12.50"', '"amount":12.50');
    const signature = signatureOf(signedBody(fields), context.merchant.secretKey);
    const headers = { ...JSON_TYPE, "x-api-key": context.merchant.apiKey, "x-signature": signature };
    const answer = await context.send("/withdraw", body, headers);
    expect([answer.status, answer.body.amount]).toEqual([200, 12.5]);
  });

  test("a nonce counts once, also after a restart and in simultaneous calls", async () => {
    const nonce = randomUUID();
    const answers = await Promise.all(Array.from({ length: 8 }, () => context.call("/balance", { nonce })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    await context.restart();
    const { status, body } = await context.call("/balance", { nonce });
    expect([status, body]).toEqual([400, { message: "Validation failed.", fields: ["nonce: was used before"] }]);
  });

  test("a nonce counts once for creates too: after any outcome of the first, and before any other check", async () => {
    const isUsed = [400, { message: "Validation failed.", fields: ["nonce: was used before"] }];
    const withdraw = async (nonce: string, more: Record<string, string> = {}) => {
      const order = context.withdrawal({ amount: "100", nonce, ...more });
      const { status, body } = await context.call("/withdraw", order, { wrong: true });
      return [status, body];
    };
    const [raced, created, refused, invalid, faulty, read] = [0, 1, 2, 3, 4, 5].map(() => randomUUID() as string);
    const racing = await Promise.all(Array.from({ length: 8 }, () => withdraw(raced ?? "")));
    expect(racing.map(([status]) => status).sort()).toEqual([200, ...Array(7).fill(400)]);
    expect(racing.filter(([status]) => status === 400)).toEqual(Array(7).fill(isUsed));

    const firsts: [string | undefined, Record<string, string>, number][] = [
      [created, {}, 200],
      [refused, { amount: "99000000" }, 400],
      [invalid, { amount: "-1" }, 400],
      [faulty, { destinationAccount: "9300001" }, 500],
    ];
    for (const [nonce = "", first, status] of firsts) {
      expect((await withdraw(nonce, first))[0], JSON.stringify(first)).toBe(status);
      expect(await withdraw(nonce)).toEqual(isUsed);
      expect(await withdraw(nonce, { amount: "-1" })).toEqual(isUsed);
      expect((await context.call("/balance", { nonce })).body.fields).toEqual(["nonce: was used before"]);
    }
    await context.call("/balance", { nonce: read });
    expect(await withdraw(read ?? "")).toEqual(isUsed);
    await context.restart();
    expect(await withdraw(created ?? "")).toEqual(isUsed);
  });

  test("a missing nonce is named", async () => {
    const { status, body } = await context.call("/balance", { nonce: null });
    expect([status, body]).toEqual([400, { message: "Validation failed.", fields: ["nonce: is required"] }]);
  });

  test("the first check that fails answers: key, address, signature and timestamp, signature, nonce, fields", async () => {
    const everything = { timestamp: 1, nonce: null, currency: 1 };
    const other = context.others[0]!;
    expect((await context.call("/balance", everything, { apiKey: "x", signature: "x" })).status).toBe(401);
    expect((await context.call("/balance", everything, { as: other, signature: "x" })).status).toBe(403);
    const expired = await context.call("/balance", everything, { signature: "x" });
    expect(expired.body.message).toBe("Invalid or expired timestamp");
    const wrong = await context.call("/balance", { nonce: null }, { signature: "x" });
    expect(wrong.body.message).toBe("Invalid signature");
  });

  test("no key, secret or signature is logged", () => {
    const log = context.logged.join("\n");
    expect(context.logged.length).toBeGreaterThan(0);
    expect(log).not.toContain(context.merchant.apiKey);
    expect(log).not.toContain(context.merchant.secretKey);
    expect(log).not.toMatch(/signature/i);
    expect(log).not.toContain("error ");
  });

  test("the clock can be set off: its Date header and its window go along", async () => {
    await context.operator("POST", "/clock", { offsetMs: 600_000 });
    const late = await context.call("/balance", {});
    expect(late.status).toBe(400);
    expect(Math.abs(Date.parse(late.headers.get("date")!) - Date.now() - 600_000)).toBeLessThan(5_000);
    expect((await context.call("/balance", { timestamp: now() + 600 })).status).toBe(200);
    await context.operator("POST", "/clock", { offsetMs: 0 });
    expect((await context.call("/balance", {})).status).toBe(200);
  });
});
