import { createServer } from "node:net";
import { afterEach, expect, onTestFinished, test, vi } from "vitest";
import { freePort, HOST, portsFrom } from "@/scripts/lib/ports.mjs";

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

test.each([
  ["start", "npm start"],
  ["ingest", "npm run ingest"],
  [undefined, "npm start"],
])("a port that is taken is refused with its setting and a command that runs: %s", async (script, command) => {
  vi.stubEnv("npm_lifecycle_event", script);
  const port = await takenPort();
  await expect(portsFrom({}, { INGEST_PORT: port })).rejects.toThrow(
    new RegExp(`^Taken by another program: INGEST_PORT ${port}\\. .* free ports: INGEST_PORT=\\d+ ${command}$`),
  );
});

test("all that are taken are named together, with ports that are free and differ, and what was set", async () => {
  const [given, console, sandbox] = [await freePort(), await takenPort(), await takenPort()];
  const usual = { PORT: 3000, EMBEDDED_PG_PORT: console, SANDBOX_PORT: sandbox, SANDBOX_OPERATOR_PORT: sandbox + 1 };
  const refusal = String(await portsFrom({ PORT: String(given) }, usual).catch((error) => error));
  const [, ...found] =
    /EMBEDDED_PG_PORT (\d+), SANDBOX_PORT (\d+).* PORT=(\d+) EMBEDDED_PG_PORT=(\d+) SANDBOX_PORT=(\d+)/.exec(refusal) ??
    [];
  const [, , again, ...free] = found.map(Number);
  expect(found.slice(0, 2).map(Number)).toEqual([console, sandbox]);
  expect(again).toBe(given);
  expect(free).not.toContain(sandbox + 1);
  const chosen = { PORT: given, EMBEDDED_PG_PORT: free[0] ?? 0, SANDBOX_PORT: free[1] ?? 0 };
  expect(await portsFrom({}, chosen)).toEqual(chosen);
});

test("what is set comes before the usual port", async () => {
  const [usual, set] = [await takenPort(), await freePort()];
  expect(await portsFrom({ PORT: String(set) }, { PORT: usual })).toEqual({ PORT: set });
});

test.each(["3000x", "0", "-1", "65536", "1.5"])("%j is no port", async (text) => {
  await expect(portsFrom({ PORT: text }, { PORT: 3000 })).rejects.toThrow(`PORT must be a port between 1 and 65535`);
});
