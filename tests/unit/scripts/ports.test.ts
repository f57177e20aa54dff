import { createServer } from "node:net";
import { afterEach, expect, onTestFinished, test, vi } from "vitest";
import { freePort, HOST, portFrom } from "@/scripts/lib/ports.mjs";

afterEach(() => {
  vi.unstubAllEnvs();
});

async function takenPort(): Promise<number> {
  const port = await freePort();
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(port, HOST, resolve));
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())));
  return port;
}

test("a port that is taken is refused with the name of the setting to change", async () => {
  const port = await takenPort();
  await expect(portFrom({}, "SANDBOX_PORT", port)).rejects.toThrow(
    `Port ${port} is taken by another program. Stop it, or set SANDBOX_PORT to a free port`,
  );
});

test.each([
  ["start", "npm start"],
  ["ingest", "npm run ingest"],
  [undefined, "npm start"],
])("the command with a free port is that of the script which runs: %s", async (script, command) => {
  vi.stubEnv("npm_lifecycle_event", script);
  const port = await takenPort();
  await expect(portFrom({}, "INGEST_PORT", port)).rejects.toThrow(new RegExp(`INGEST_PORT=${port + 1} ${command}$`));
});

test("what is set comes before the usual port", async () => {
  const [usual, set] = [await takenPort(), await freePort()];
  expect(await portFrom({ PORT: String(set) }, "PORT", usual)).toBe(set);
});

test.each(["3000x", "0", "-1", "65536", "1.5"])("%j is no port", async (text) => {
  await expect(portFrom({ PORT: text }, "PORT", 3000)).rejects.toThrow(`PORT must be a port between 1 and 65535`);
});
