import { expect, test } from "@playwright/test";
import { CASES } from "../support/callback-cases";
import { openEndpoint } from "../support/callback-endpoint";
import { callbackFields } from "../support/callback-fields";
import { testContext } from "../support/test-context";

/** The console's own route, over HTTP. tests/integration/callbacks/ingest.test.ts sends the same to the ingest process. */
let endpoint: Awaited<ReturnType<typeof openEndpoint>>;
test.beforeAll(async () => {
  const { url, databaseUrl, sandbox } = testContext();
  endpoint = await openEndpoint({ url, databaseUrl, secretKey: sandbox.secretKey });
});
test.afterAll(() => endpoint.close());

test("the console's route stores and answers every delivery as the ingest process does", async () => {
  for (const one of CASES) {
    const { answer, body, rows } = await endpoint.sendCase(one);
    expect([one.name, answer.status, answer.text]).toEqual([one.name, one.status, one.refusal ?? "SUCCESS"]);
    expect(answer.headers["content-type"]).toMatch(/^text\/plain/);
    expect(answer.headers).not.toHaveProperty("set-cookie");
    const { signature, refusal, status: answered } = one;
    expect(rows).toEqual([expect.objectContaining({ signature, refusal, answered })]);
    expect(Object.keys(rows[0].headers).filter((name) => name.startsWith("x-forwarded"))).toEqual([]);
    if (refusal !== "too_large") expect([one.name, body.equals(rows[0].body)]).toEqual([one.name, true]);
  }
});

test("what is no POST is 405, what is no address 404, and nothing is ever sent elsewhere", async () => {
  const order = await endpoint.order();
  for (const method of ["GET", "HEAD", "PUT", "PATCH", "DELETE", "OPTIONS"]) {
    const answer = await endpoint.send(order.path, { method });
    expect([method, answer.status, answer.headers.allow]).toEqual([method, 405, "POST"]);
  }
  const body = JSON.stringify(callbackFields(order));
  for (const path of [
    order.path.replace("sandbox", "production"),
    order.path.slice(0, -1),
    `${order.path.slice(0, -9)}%00`,
  ]) {
    expect([path, (await endpoint.send(path, { body })).status]).toEqual([path, 404]);
  }
  expect(await endpoint.log(order)).toEqual([]);
  // With a slash too many it still is the same address.
  const answer = await endpoint.send(`${order.path}/`, { body });
  expect([answer.status, answer.text]).toEqual([200, "SUCCESS"]);
});

test("a body that never ends is cut, and a sender that goes away leaves what it said", async () => {
  const [slow, gone] = [await endpoint.order(), await endpoint.order()];
  expect(await endpoint.drip(slow.path)).toMatch(/^HTTP\/1.1 408 /);
  expect(await endpoint.log(slow)).toEqual([expect.objectContaining({ refusal: "too_slow", answered: 408 })]);
  await endpoint.breakOff(gone.path);
  await expect.poll(() => endpoint.log(gone)).toEqual([expect.objectContaining({ refusal: "broken_off" })]);
});
