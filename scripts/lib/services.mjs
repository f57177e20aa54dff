import { createWriteStream, lstatSync } from "node:fs";
import { dirname, join } from "node:path";
import { seedSandbox } from "./demo.mjs";
import { portsFrom } from "./ports.mjs";
import { startPostgres } from "./postgres.mjs";
import { say, step } from "./progress.mjs";
import { Refusal } from "./refusal.mjs";
import { startSandbox } from "./sandbox.mjs";
import { isConfigured } from "./settings.mjs";

/**
 * @typedef {import("./postgres.mjs").Postgres} Postgres
 * @typedef {import("./sandbox.mjs").Sandbox} Sandbox
 * @typedef {import("./settings.mjs").Settings} Settings
 *
 * @typedef {object} Services
 * @property {Settings} env what the console needs in order to reach them
 * @property {import("./child-processes.mjs").Parts} parts what now runs
 * @property {Demo} [demo] the sandbox, where it and the database are both ours to fill with examples
 *
 * @typedef {{ sandbox: Sandbox, config: string, history: import("./demo.mjs").History | null }} Demo
 */

const NO_DATABASE =
  "DATABASE_URL: is missing. PAYMENTS_PRODUCTION_* is set, and production does not run on the embedded PostgreSQL, which\n" +
  "is made for a demo. Set DATABASE_URL to a PostgreSQL of your own.";

const POSTGRES_PORT = { EMBEDDED_PG_PORT: 54_329 };
const SANDBOX_PORTS = { SANDBOX_PORT: 4010, SANDBOX_OPERATOR_PORT: 4011 };

/** The usual ports of what `startServices` starts. @param {Settings} settings @returns {Record<string, number>} */
export function usualPorts(settings) {
  const hasSandbox = !isConfigured(settings, "PAYMENTS_");
  const hasPostgres = !settings.DATABASE_URL || (hasSandbox && !settings.SANDBOX_DATABASE_URL);
  return { ...(hasPostgres && POSTGRES_PORT), ...(hasSandbox && SANDBOX_PORTS) };
}

/**
 * Starts the database and the payments service, as far as the settings do not name others. `historyFor`: the console
 * whose last weeks a new sandbox is filled with; null for none.
 * @param {Settings} settings @param {string} data @param {{ historyFor: string | null }} options
 * @returns {Promise<Services>}
 */
export async function startServices(settings, data, { historyFor }) {
  if (!settings.DATABASE_URL && isConfigured(settings, "PAYMENTS_PRODUCTION_")) throw new Refusal(NO_DATABASE);
  /** @type {Services} */
  const services = { env: {}, parts: {} };
  /** @type {Postgres | undefined} */
  let postgres;
  const embedded = async (/** @type {string} */ database) => {
    postgres ??= await embeddedPostgres(settings, join(data, "postgres"));
    services.parts.PostgreSQL = postgres;
    await postgres.ensureDatabase(database);
    return postgres;
  };

  if (!settings.DATABASE_URL) {
    const own = await embedded("choba");
    services.env.DATABASE_URL = await own.runtimeUrl("choba");
    services.env.MIGRATION_DATABASE_URL = own.url("choba");
  }
  if (!isConfigured(settings, "PAYMENTS_")) {
    const databaseUrl = settings.SANDBOX_DATABASE_URL ?? (await embedded("choba_sandbox")).url("choba_sandbox");
    const config = join(data, "sandbox.json");
    const isOurs = !settings.DATABASE_URL && !settings.SANDBOX_DATABASE_URL;
    const history =
      isOurs && historyFor !== null
        ? await step("Filling the sandbox", () => seedSandbox({ databaseUrl, config, appUrl: historyFor }))
        : null;
    const sandbox = await builtInSandbox(settings, databaseUrl, config);
    services.parts["The sandbox"] = sandbox;
    Object.assign(services.env, connectionTo(sandbox));
    if (!settings.DATABASE_URL) services.demo = { sandbox, config, history };
  }
  return services;
}

/** @param {Settings} settings @param {string} folder */
export async function embeddedPostgres(settings, folder) {
  const { EMBEDDED_PG_PORT: port } = await portsFrom(settings, POSTGRES_PORT);
  const postgres = await step("Starting PostgreSQL", () => startPostgres({ folder, port }));
  if (lstatSync(folder).isSymbolicLink()) {
    say(`    The user postgres cannot enter this folder; the data is in ${postgres.folder}`);
  }
  return postgres;
}

/** @param {Settings} settings @param {string} databaseUrl @param {string} config */
export async function builtInSandbox(settings, databaseUrl, config) {
  const { SANDBOX_PORT: port, SANDBOX_OPERATOR_PORT: operatorPort } = await portsFrom(settings, SANDBOX_PORTS);
  const onLine = logTo(join(dirname(config), "sandbox.log"));
  return step("Starting the sandbox of the Payments API", () =>
    startSandbox({ databaseUrl, config, port, operatorPort, onLine }),
  );
}

/** Written until a write fails: what runs is worth more than its log. @param {string} file */
export function logTo(file) {
  const log = createWriteStream(file);
  log.on("error", ({ message }) => say(`    ${file} is not written any more: ${message}`));
  return (/** @type {string} */ line) => log.write(`${line}\n`);
}

/**
 * @param {Pick<Sandbox, "baseUrl" | "apiKey" | "secretKey" | "kycGateway">} sandbox
 */
export const connectionTo = ({ baseUrl, apiKey, secretKey, kycGateway }) => ({
  PAYMENTS_SANDBOX_BASE_URL: baseUrl,
  PAYMENTS_SANDBOX_API_KEY: apiKey,
  PAYMENTS_SANDBOX_SECRET_KEY: secretKey,
  PAYMENTS_SANDBOX_KYC_GATEWAY: kycGateway,
});
