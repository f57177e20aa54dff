import { readFileSync } from "node:fs";
import { startChild } from "./child-processes.mjs";
import { Refusal } from "./refusal.mjs";
import { typescript } from "./runtime.mjs";

/**
 * @typedef {SandboxAccess & import("./child-processes.mjs").Child} Sandbox
 *
 * @typedef {object} SandboxAccess
 * @property {string} baseUrl the Payments API
 * @property {string} operatorUrl the service's own side
 * @property {string} apiKey of the first merchant in its configuration, as are the two that follow
 * @property {string} secretKey
 * @property {string | undefined} kycGateway
 *
 * @typedef {object} SandboxOptions
 * @property {string} databaseUrl
 * @property {string} config path of its merchants, written by the sandbox when there is none
 * @property {number} port 0 for any
 * @property {number} operatorPort 0 for any
 * @property {(line: string) => void} [onLine]
 */

/**
 * Starts the sandbox and waits until it takes calls.
 * @param {SandboxOptions} options @returns {Promise<Sandbox>}
 */
export async function startSandbox({ databaseUrl, config, port, operatorPort, onLine }) {
  const env = {
    ...process.env,
    SANDBOX_DATABASE_URL: databaseUrl,
    SANDBOX_CONFIG: config,
    SANDBOX_PORT: String(port),
    SANDBOX_OPERATOR_PORT: String(operatorPort),
  };
  /** @type {(addresses: { sandbox: string, operator: string }) => void} */
  let announce = () => {};
  const announced = new Promise((/** @type {typeof announce} */ resolve) => {
    announce = resolve;
  });
  const child = startChild("node", typescript("sandbox/main.ts"), {
    env,
    onLine: (line) => (line.startsWith('{"sandbox"') ? announce(JSON.parse(line)) : onLine?.(line)),
  });
  const ended = child.exited.then(({ how }) => {
    throw new Refusal(`The sandbox did not start (${how}). It said:\n${child.lastLines()}`);
  });
  const { sandbox, operator } = await Promise.race([announced, ended]);

  const [{ apiKey, secretKey, gateways }] = JSON.parse(readFileSync(config, "utf8")).merchants;
  const access = { baseUrl: sandbox, operatorUrl: operator, apiKey, secretKey, kycGateway: gateways?.[0] };
  return { ...access, ...child };
}
