import { execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { connect } from "node:net";
import { createInterface } from "node:readline";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openTestContext, type TestContext } from "./test-context";

type Seen = { id: string; status: string; isVerified: boolean; isRepeated: boolean };

const hasPython = () => {
  try {
    return execFileSync("python3", ["--version"]).length > 0;
  } catch {
    return false;
  }
};

describe.each([
  ["Node", process.execPath, "sandbox/examples/receiver.mjs"],
  ["Python", "python3", "sandbox/examples/receiver.py"],
])("the receiver in %s", (name, command, script) => {
  const isHere = name === "Node" || hasPython();
  let context: TestContext;
  let receiver: Awaited<ReturnType<typeof startReceiver>>;

  beforeAll(async () => {
    if (!isHere) return;
    context = await openTestContext({ announced: { signedCallbacks: true } });
    receiver = await startReceiver(command, script, context.merchant.secretKey);
  });
  afterAll(async () => {
    if (isHere) await Promise.all([context.close(), receiver.close()]);
  });

  async function attempts(transactionId: unknown, count: number) {
    let made: unknown[] = [];
    const read = async () => {
      const { list } = await context.operator("GET", "/callbacks");
      const mine = list.filter((one) => one.transactionId === transactionId);
      made = mine.flatMap((one) => one.attempts as { acknowledged: boolean | null; status: number }[]);
      return mine.every(({ attempts }) => (attempts as { acknowledged: unknown }[])[0]?.acknowledged != null) && made;
    };
    await expect.poll(read, { timeout: 5_000 }).toHaveLength(count);
    return made;
  }
  const seen = (transactionId: unknown) => receiver.seen.filter(({ id }) => id === transactionId);
  const create = async (scenario: string, more = {}) => {
    const referenceId = `${crypto.randomUUID()}--${scenario}`;
    const order = context.withdrawal({ amount: "100", referenceId, callbackUrl: receiver.url, ...more });
    return (await context.call("/withdraw", order)).body.transactionId;
  };

  test.skipIf(!isHere)("takes what is signed: yen, decimals, nulls, and unannounced fields", async () => {
    const baht = { currency: "THB", amount: "12.5", destination: "BBL", playerId: "プレイヤー" };
    for (const [scenario, status, more] of [
      ["completes", "COMPLETED", {}],
      ["fails", "FAILED", {}],
      ["completes", "COMPLETED", baht],
      ["callback-extra-fields", "COMPLETED", {}],
    ] as const) {
      const id = await create(scenario, more);
      expect(await attempts(id, 1)).toMatchObject([{ status: 200, answer: "SUCCESS", acknowledged: true }]);
      await expect.poll(() => seen(id)).toEqual([{ id, status, isVerified: true, isRepeated: false }]);
    }
  });

  test.skipIf(!isHere)("prints a line for each, also where many come at the same time", async () => {
    const ids = Array.from({ length: 100 }, (_, number) => `crowd-${number}`);
    const post = (id: string) => fetch(receiver.url, { method: "POST", body: JSON.stringify({ transaction_id: id }) });
    await Promise.all(ids.map(post));
    const printed = () => receiver.seen.filter(({ id }) => id.startsWith("crowd-")).length;
    await expect.poll(printed).toBe(ids.length);
  });

  test.skipIf(!isHere)("takes a result once, however often it comes", async () => {
    const id = await create("callback-ten-times");
    await attempts(id, 10);
    const repeats = () => seen(id).map(({ isRepeated }) => isRepeated);
    await expect.poll(() => repeats().sort()).toEqual([false, ...Array(9).fill(true)]);
  });

  test.skipIf(!isHere)("refuses what another key has signed", async () => {
    const id = await create("callback-wrong-signature");
    expect(await attempts(id, 1)).toMatchObject([{ status: 401, acknowledged: false }]);
    expect(seen(id)).toEqual([]);
    await expect.poll(() => receiver.refused).toContain("refused: 401 wrong signature");
  });

  test.skipIf(!isHere)("takes what is not signed for a hint, and what is not JSON for nothing", async () => {
    const post = (body: string) => fetch(receiver.url, { method: "POST", body });
    const unsigned = await post('{"transaction_id":"x","status":"COMPLETED"}');
    expect([unsigned.status, await unsigned.text()]).toEqual([200, "SUCCESS"]);
    await expect
      .poll(() => seen("x"))
      .toEqual([{ id: "x", status: "COMPLETED", isVerified: false, isRepeated: false }]);
    for (const body of ["{", "[]", ""]) expect((await post(body)).status).toBe(400);
    expect((await post(" ".repeat(70_000))).status).toBe(413);
  });

  test.skipIf(!isHere)("survives a sender that hangs up in the middle of a body", async () => {
    const { hostname, port } = new URL(receiver.url);
    const socket = connect(Number(port), hostname);
    await once(socket, "connect");
    socket.end('POST / HTTP/1.1\r\nhost: receiver\r\ncontent-length: 100\r\n\r\n{"transaction_id":"half"');
    await once(socket.resume(), "close");
    const whole = await fetch(receiver.url, { method: "POST", body: '{"transaction_id":"after"}' });
    expect(whole.status).toBe(200);
    await expect.poll(() => seen("after")).toHaveLength(1);
    expect(seen("half")).toEqual([]);
  });
});

test("the receiver in Node does not start where numbers lose their digits, as in Node 20", () => {
  const older =
    "const { parse } = JSON; JSON.parse = (text, reviver) => parse(text, reviver && ((key, value) => reviver(key, value)))";
  const args = ["--import", `data:text/javascript,${encodeURIComponent(older)}`, "sandbox/examples/receiver.mjs"];
  const env = { ...process.env, SECRET_KEY: "secret_0123456789abcdef", PORT: "0" };
  const { status, stderr } = spawnSync(process.execPath, args, { env, encoding: "utf8", timeout: 10_000 });
  expect(status).toBe(1);
  expect(stderr).toContain("Node 22 or later is needed");
});

async function startReceiver(command: string, script: string, secretKey: string) {
  const env = { ...process.env, SECRET_KEY: secretKey, PORT: "0" };
  const child = spawn(command, [script], { env, stdio: "pipe" });
  const lines = createInterface({ input: child.stdout });
  const refused: string[] = [];
  createInterface({ input: child.stderr }).on("line", (line) => refused.push(line));
  const [url] = (await once(lines, "line")) as [string];
  const seen: Seen[] = [];
  lines.on("line", (line) => seen.push(JSON.parse(line)));
  return {
    url,
    seen,
    refused,
    close: async () => {
      child.kill("SIGTERM");
      await once(child, "exit");
    },
  };
}
