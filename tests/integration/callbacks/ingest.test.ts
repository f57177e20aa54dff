import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { processDeliveries } from "@/lib/callbacks/process-delivery";
import { startIngest } from "@/scripts/lib/ingest.mjs";
import { bareSettings } from "@/scripts/lib/settings.mjs";
import { CASES } from "../../support/callback-cases";
import { openEndpoint } from "../../support/callback-endpoint";
import { callbackFields } from "../../support/callback-fields";
import { openTestContext, type TestContext } from "../../support/context";

/** The ingest process as it is run, over HTTP. tests/e2e/callbacks.spec.ts sends the same to the console's own route. */
let context: TestContext;
let ingest: Awaited<ReturnType<typeof startIngest>>;
let endpoint: Awaited<ReturnType<typeof openEndpoint>>;

beforeAll(async () => {
  context = await openTestContext();
  const { secretKey } = await context.as("callback");
  const env = {
    ...bareSettings(),
    DATABASE_URL: context.runtimeUrl,
    APP_URL: "http://console.test",
    AUTH_SECRET: "a".repeat(32),
    TRUSTED_PROXIES: "127.0.0.1, 10.0.0.0/8",
    PAYMENTS_SANDBOX_BASE_URL: "http://127.0.0.1:1",
    PAYMENTS_SANDBOX_API_KEY: "unused-key",
    PAYMENTS_SANDBOX_SECRET_KEY: secretKey,
  };
  ingest = await startIngest({ env, port: 0 });
  endpoint = await openEndpoint({ url: ingest.url, databaseUrl: context.url, secretKey });
});
afterAll(async () => {
  await endpoint.close();
  await ingest.stop();
  await context.close();
});

describe("the ingest process", () => {
  test.each(CASES)("$name: $status, and kept", async (one) => {
    const { target, answer, body, rows } = await endpoint.sendCase(one);
    expect([answer.status, answer.text]).toEqual([one.status, one.refusal ?? "SUCCESS"]);
    expect(answer.headers["content-type"]).toMatch(/^text\/plain/);
    expect(answer.headers).not.toHaveProperty("set-cookie");
    const { signature, refusal, status: answered } = one;
    expect(rows).toEqual([expect.objectContaining({ signature, refusal, answered, source_address: "127.0.0.1" })]);
    if (refusal !== "too_large") expect(body.equals(rows[0].body)).toBe(true);

    // Its effect is the same at both entry points.
    await processDeliveries(await context.as("job"));
    expect(await endpoint.log(target)).toEqual([expect.objectContaining({ effect: one.effect ?? null })]);
    if (one.effect !== "applied") expect(await endpoint.status(target)).toBe("SUCCESS");
  });

  test("takes the client address from a trusted proxy", async () => {
    const target = await endpoint.order();
    const { body, headers } = CASES[0]!.send(target);
    const forwarded = { "x-forwarded-for": "127.0.0.1, 203.0.113.9, 10.0.0.5" };
    await endpoint.send(target.path, { body, headers: { ...headers, ...forwarded } });
    expect(await endpoint.log(target)).toEqual([expect.objectContaining({ source_address: "203.0.113.9" })]);
  });

  test("an unknown URL is 404, and nothing is stored", async () => {
    const before = await endpoint.count();
    for (const path of [
      `/api/callbacks/sandbox/${"0".repeat(48)}`,
      "/api/callbacks/sandbox/x",
      "/api/callbacks/sandbox/%00%00%00%00%00%00%00%00%00%00%00%00%00%00%00%00",
      `/api/callbacks/sandbox/${"a".repeat(5_000)}`,
    ]) {
      expect([path, (await endpoint.send(path, { body: "{}" })).status]).toEqual([path, 404]);
    }
    expect(await endpoint.count()).toBe(before);
  });

  test("another environment's address is unknown", async () => {
    const target = await endpoint.order();
    for (const environment of ["production", "nowhere"]) {
      const path = target.path.replace("sandbox", environment);
      expect((await endpoint.send(path, { body: JSON.stringify(callbackFields(target)) })).status).toBe(404);
    }
    expect(await endpoint.log(target)).toEqual([]);
  });

  test.each(["GET", "HEAD", "PUT", "PATCH", "DELETE", "OPTIONS"])("%s is 405", async (method) => {
    const target = await endpoint.order();
    const answer = await endpoint.send(target.path, { method });
    expect([answer.status, answer.headers.allow]).toEqual([405, "POST"]);
    expect(await endpoint.log(target)).toEqual([]);
  });

  test("a body that never ends is cut after ten seconds, and what came is kept", async () => {
    const target = await endpoint.order();
    expect(await endpoint.drip(target.path)).toMatch(/^HTTP\/1.1 408 /);
    expect(await endpoint.log(target)).toEqual([expect.objectContaining({ refusal: "too_slow", answered: 408 })]);
  });

  test("a delivery that is cut off is stored as far as it came", async () => {
    const target = await endpoint.order();
    await endpoint.breakOff(target.path);
    await expect.poll(() => endpoint.log(target)).toEqual([expect.objectContaining({ refusal: "broken_off" })]);
  });

  test("anything else is 404, its health aside", async () => {
    expect((await endpoint.send("/sandbox", { method: "GET" })).status).toBe(404);
    expect((await endpoint.send("/api/health", { method: "GET" })).status).toBe(200);
  });
});
