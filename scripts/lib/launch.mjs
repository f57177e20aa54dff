import { join } from "node:path";
import { ensureBuilt, keepBuildPrivate } from "./build.mjs";
import { firstToEnd, startChild } from "./children.mjs";
import { claim } from "./claim.mjs";
import { peopleIn, seedDemo, writeDemo } from "./demo.mjs";
import { DEMO_DEPOSITS } from "./demo-deposits.mjs";
import { DEMO_WITHDRAWALS } from "./demo-withdrawals.mjs";
import { migrate } from "./migrate.mjs";
import { startConsole } from "./next.mjs";
import { HOST, portFrom } from "./ports.mjs";
import { say, step } from "./progress.mjs";
import { Refusal } from "./refusal.mjs";
import { ROOT } from "./root.mjs";
import { typescript } from "./runtime.mjs";
import { secretsIn } from "./secrets.mjs";
import { startServices } from "./services.mjs";
import { settingsOfMachine } from "./settings.mjs";

const DATA = join(ROOT, ".data");
const DEMO = join(DATA, "demo.json");

/** @typedef {import("./settings.mjs").Settings} Settings */

/**
 * Brings up the console and all that it needs, and stays until a part of it ends.
 * @param {{ dev: boolean }} options
 */
export async function launch({ dev }) {
  const settings = settingsOfMachine();
  await claim(DATA);
  const port = await portFrom(settings, "PORT", 3000);
  const { env: found, parts, demo } = await startServices(settings, DATA);

  const url = settings.APP_URL ?? `http://${HOST}:${port}`;
  const state = join(DATA, "console-state.json");
  const owned = { STATE_FILE: state, ...secretsIn(DATA), ...settings, ...found, APP_URL: url };
  // Left empty rather than out: Next would fill in what is absent from an .env file.
  const env = { ...owned, MIGRATION_DATABASE_URL: "" };
  await checkSettings(env);
  if (dev) keepBuildPrivate();
  else await ensureBuilt(env.NEXT_SERVER_ACTIONS_ENCRYPTION_KEY);
  await step("Bringing the database up to date", () => migrate(owned));
  if (demo) await prepareDemo(demo, url, env);

  const onLine = (/** @type {string} */ line) => say(`console │ ${line}`);
  const served = await step("Starting the console", () => startConsole({ env, port, dev, onLine }));
  say(`\nThe console is ready: ${url}\n${demo ? aboutDemo(demo) : ""}\nPress Ctrl-C to stop.\n`);
  await firstToEnd({ ...parts, "The console": served });
}

/** @param {Settings} env */
async function checkSettings(env) {
  const check = startChild("node", typescript("scripts/check-settings.ts"), { env });
  const { ok } = await check.exited;
  if (!ok) throw new Refusal(check.lastLines());
}

/** @param {import("./sandbox.mjs").Sandbox} sandbox @param {string} url @param {Settings} env */
async function prepareDemo({ baseUrl, apiKey, secretKey }, url, env) {
  const people = peopleIn(DEMO);
  // Written down first: cut short between the two, the next start adds the people with the same passwords.
  writeDemo(DEMO, { url, people, sandbox: { baseUrl, apiKey, secretKey } });
  const demo = { people, withdrawals: DEMO_WITHDRAWALS, deposits: DEMO_DEPOSITS };
  await step("Filling in the demo", () => seedDemo(demo, env));
}

/** @param {import("./sandbox.mjs").Sandbox} sandbox */
function aboutDemo({ operatorUrl }) {
  const signIns = peopleIn(DEMO).map(({ email, password }) => `  ${email.padEnd(24)}${password}`);
  return [
    "",
    "Sign in as one of these (kept in .data/demo.json):",
    ...signIns,
    "",
    `The Payments API behind it is the sandbox; its operator decides what becomes of an order: ${operatorUrl}`,
    "",
  ].join("\n");
}
