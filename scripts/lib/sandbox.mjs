import { readFileSync } from "node:fs";
import { startAnnounced } from "./child-processes.mjs";
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
 * @property {string[]} [program] arguments of Node that run it, where not from its sources
 * @property {(line: string) => void} [onLine]
 */

/**
 * Starts the sandbox and waits until it takes calls.
 * @param {SandboxOptions} options @returns {Promise<Sandbox>}
 */
export async function startSandbox({ databaseUrl, config, port, operatorPort, program, onLine }) {
  const env = {
    ...process.env,
    SANDBOX_DATABASE_URL: databaseUrl,
    SANDBOX_CONFIG: config,
    SANDBOX_PORT: String(port),
    SANDBOX_OPERATOR_PORT: String(operatorPort),
  };
  const { child, said } = await startAnnounced("The sandbox", program ?? typescript("sandbox/main.ts"), {
    env,
    /** @returns {{ sandbox: string, operator: string } | undefined} */
    readyBy: (line) => (line.startsWith('{"sandbox"') ? JSON.parse(line) : undefined),
    ...(onLine && { onLine }),
  });
  const [{ apiKey, secretKey, gateways }] = JSON.parse(readFileSync(config, "utf8")).merchants;
  const access = { baseUrl: said.sandbox, operatorUrl: said.operator, apiKey, secretKey, kycGateway: gateways?.[0] };
  return { ...access, ...child };
}
