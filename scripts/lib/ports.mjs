import { createServer } from "node:net";
import { Refusal } from "./refusal.mjs";

export const HOST = "127.0.0.1";

/**
 * Resolves to the port that was listened on for a moment: the given one, or any free one for 0.
 * @param {number} port @returns {Promise<number>}
 */
function tryPort(port) {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(port, HOST, () => {
      const address = server.address();
      server.close(() => resolve(address !== null && typeof address === "object" ? address.port : port));
    });
  });
}

export const freePort = () => tryPort(0);

/**
 * Reads ports from the environment and makes sure that all are free, so that one message names those that are not.
 * `usual`: by the name of the setting.
 * @template {string} Name
 * @param {Record<string, string | undefined>} env @param {Record<Name, number>} usual
 * @returns {Promise<Record<Name, number>>}
 */
export async function portsFrom(env, usual) {
  /** @type {Record<string, number>} */
  const ports = {};
  for (const name of Object.keys(usual)) ports[name] = portOf(name, env[name] || usual[/** @type {Name} */ (name)]);
  const free = { ...ports };
  for (const [name, port] of Object.entries(ports)) {
    if (await isTaken(name, port)) free[name] = await freeAbove(port, Object.values(free));
  }
  const taken = Object.keys(ports).filter((name) => free[name] !== ports[name]);
  if (taken.length === 0) return ports;
  const script = process.env.npm_lifecycle_event ?? "start";
  const set = Object.keys(ports).filter((name) => env[name] || taken.includes(name));
  throw new Refusal(
    `Taken by another program: ${taken.map((name) => `${name} ${ports[name]}`).join(", ")}. Stop it, or start with free ` +
      `ports: ${set.map((name) => `${name}=${free[name]}`).join(" ")} ${script === "start" ? "npm start" : `npm run ${script}`}`,
  );
}

/** @param {string} name @param {string | number} given */
function portOf(name, given) {
  const port = Number(given);
  if (Number.isInteger(port) && port >= 1 && port <= 65_535) return port;
  throw new Refusal(`${name} must be a port between 1 and 65535, not "${given}".`);
}

/** @param {string} name @param {number} port @returns {Promise<boolean>} */
const isTaken = (name, port) =>
  tryPort(port).then(
    () => false,
    (error) => {
      if (error.code === "EADDRINUSE") return true;
      if (error.code === "EACCES") throw new Refusal(`Port ${port} needs more rights. Set ${name} to one above 1023.`);
      throw error;
    },
  );

/** The next port that is free, and none of these. @param {number} port @param {number[]} others */
async function freeAbove(port, others) {
  for (let next = port + 1; next <= 65_535; next++) {
    if (!others.includes(next) && !(await isTaken("", next))) return next;
  }
  return freePort();
}
