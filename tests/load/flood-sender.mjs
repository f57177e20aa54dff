import { randomUUID } from "node:crypto";
import { Agent, request } from "node:http";
import { setPriority } from "node:os";
import { setTimeout as pause } from "node:timers/promises";

/**
 * A flood comes from elsewhere: a process of its own, behind all others of this machine. It offers so many unsigned
 * callbacks about unknown orders, evenly over some seconds, each once and whether others are answered or not.
 * Prints what became of them as one line of JSON.
 */
const [url = "", example = "{}", total = "", seconds = ""] = process.argv.slice(2);
const STEP_MS = 20;
const PATIENCE_MS = 10_000;
setPriority(10);
const agent = new Agent({ keepAlive: true });
const result = { sent: 0, acknowledged: 0, refused: 0, unanswered: 0, offeredMs: 0 };

function send() {
  const mark = randomUUID();
  const body = JSON.stringify({ ...JSON.parse(example), reference_id: `unknown-${mark}`, transaction_id: mark });
  const headers = { "content-type": "application/json", "content-length": Buffer.byteLength(body) };
  return new Promise((/** @type {(value?: undefined) => void} */ resolve) => {
    const sending = request(url, { method: "POST", agent, headers, timeout: PATIENCE_MS }, (response) => {
      result[response.statusCode === 200 ? "acknowledged" : "refused"] += 1;
      response.resume();
      response.on("close", () => resolve());
    });
    sending.on("timeout", () => sending.destroy(new Error("no answer")));
    sending.on("error", () => {
      result.unanswered += 1;
      resolve();
    });
    sending.end(body);
  });
}

const answers = [];
const start = performance.now();
while (result.sent < Number(total)) {
  const share = (performance.now() - start) / 1000 / Number(seconds);
  const due = Math.min(Number(total), Math.ceil(share * Number(total)));
  for (; result.sent < due; result.sent += 1) answers.push(send());
  await pause(STEP_MS);
}
result.offeredMs = Math.round(performance.now() - start);
await Promise.all(answers);
agent.destroy();
console.log(JSON.stringify(result));
