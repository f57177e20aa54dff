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
 * Reads a port from the environment and makes sure that it is free.
 * @param {Record<string, string | undefined>} env @param {string} setting @param {number} usual @returns {Promise<number>}
 */
export async function portFrom(env, setting, usual) {
  const port = Number(env[setting] || usual);
  if (!Number.isInteger(port) || port < 1 || port > 65_535) {
    throw new Refusal(`${setting} must be a port between 1 and 65535, not "${env[setting]}".`);
  }
  try {
    return await tryPort(port);
  } catch (error) {
    const reason = error instanceof Error && "code" in error ? error.code : undefined;
    if (reason === "EADDRINUSE") {
      const script = process.env.npm_lifecycle_event ?? "start";
      const command = script === "start" ? "npm start" : `npm run ${script}`;
      throw new Refusal(
        `Port ${port} is taken by another program. Stop it, or set ${setting} to a free port: ${setting}=${port + 1} ${command}`,
      );
    }
    if (reason === "EACCES") throw new Refusal(`Port ${port} needs more rights. Set ${setting} to one above 1023.`);
    throw error;
  }
}
