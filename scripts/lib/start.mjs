import { join } from "node:path";
import { ensureBuilt, keepBuildPrivate } from "./build.mjs";
import { firstToEnd, startChild } from "./child-processes.mjs";
import { seedDemo, usersIn, writeDemo } from "./demo.mjs";
import { DEMO_DEPOSITS } from "./demo-deposits.mjs";
import { DEMO_WITHDRAWALS } from "./demo-withdrawals.mjs";
import { lockFolder } from "./lockfile.mjs";
import { migrate } from "./migrate.mjs";
import { startConsole } from "./next.mjs";
import { HOST, portsFrom } from "./ports.mjs";
import { say, step } from "./progress.mjs";
import { Refusal } from "./refusal.mjs";
import { ROOT } from "./root.mjs";
import { typescript } from "./runtime.mjs";
import { secretsIn } from "./secrets.mjs";
import { startServices, usualPorts } from "./services.mjs";
import { doesJobs, isConfigured, isDemo, settingsOfMachine, withoutOwner } from "./settings.mjs";
import { startWorker } from "./worker.mjs";

const DATA = join(ROOT, ".data");
const DEMO = join(DATA, "demo.json");

/** @typedef {import("./settings.mjs").Settings} Settings */

/**
 * Brings up the console and all that it needs, and stays until a part of it ends. `empty`: without made-up orders.
 * @param {{ dev: boolean, empty: boolean }} options
 */
export async function start({ dev, empty }) {
  const settings = settingsOfMachine();
  const isOurs = isDemo(settings);
  await lockFolder(DATA);
  const { PORT: port } = await portsFrom(settings, { PORT: 3000, ...usualPorts(settings) });
  const url = settings.APP_URL ?? `http://${HOST}:${port}`;
  const { env: found, parts, demo } = await startServices(settings, DATA, { historyFor: empty ? null : url });

  const state = join(DATA, "console-state.json");
  const owned = { STATE_FILE: state, ...(isOurs && secretsIn(DATA)), ...settings, ...found, APP_URL: url };
  // Some shells export HOST. Left empty rather than out: Next would fill in what is absent from an .env file.
  /** @type {Settings} */
  const env = { ...withoutOwner(owned), ...(isOurs && { HOST: "" }) };
  await checkSettings(env);
  if (dev) keepBuildPrivate();
  else {
    const checkTypes = Boolean(isConfigured(settings, "PAYMENTS_PRODUCTION_"));
    await ensureBuilt(env.NEXT_SERVER_ACTIONS_ENCRYPTION_KEY ?? "", { checkTypes });
  }
  await step("Bringing the database up to date", () => migrate(owned));
  if (demo) await prepareDemo(demo, { url, empty }, env);

  // Jobs have a process of their own, so that no flood of requests delays a payout; while developing, one reloads alike.
  const works = !dev && doesJobs(settings);
  const [served, worker] = await step("Starting the console", () =>
    Promise.all([
      startConsole({ env: { ...env, ...(works && { JOBS: "off" }) }, port, dev, onLine: sayOf("console") }),
      works ? startWorker({ env, onLine: sayOf("worker") }) : null,
    ]),
  );
  say(`\nThe console is ready: ${url}\n${demo ? aboutDemo(demo.sandbox) : ""}\nPress Ctrl-C to stop.\n`);
  await firstToEnd({ ...parts, "The console": served, ...(worker && { "The worker": worker }) });
}

const sayOf = (/** @type {string} */ part) => (/** @type {string} */ line) => say(`${part} │ ${line}`);

/** @param {Settings} env */
async function checkSettings(env) {
  const check = startChild("node", typescript("scripts/check-settings.ts"), { env });
  const { ok } = await check.exited;
  if (!ok) throw new Refusal(check.lastLines());
  if (check.lastLines() !== "") say(check.lastLines());
}

/**
 * @param {import("./services.mjs").Demo} demo
 * @param {{ url: string, empty: boolean }} options
 * @param {Settings} env
 */
async function prepareDemo({ sandbox, config, history: filled }, { url, empty }, env) {
  const { baseUrl, apiKey, secretKey } = sandbox;
  const users = usersIn(DEMO);
  // Written down first: cut short between the two, the next start adds the users with the same passwords.
  writeDemo(DEMO, { url, users, sandbox: { baseUrl, apiKey, secretKey } });
  const orders = empty
    ? { withdrawals: [], deposits: [] }
    : { withdrawals: DEMO_WITHDRAWALS, deposits: DEMO_DEPOSITS, history: filled && { ...filled, baseUrl, config } };
  await step("Filling in the demo", () => seedDemo({ users, ...orders }, env));
}

/** @param {import("./sandbox.mjs").Sandbox} sandbox */
function aboutDemo({ operatorUrl }) {
  const signIns = usersIn(DEMO).map(({ email, password }) => `  ${email.padEnd(24)}${password}`);
  return [
    "",
    "Sign in as one of these (kept in .data/demo.json):",
    ...signIns,
    "",
    `The Payments API behind it is the sandbox; its operator decides what becomes of an order: ${operatorUrl}`,
    "",
  ].join("\n");
}
