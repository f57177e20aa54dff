import { existsSync } from "node:fs";
import { expect, onTestFinished, test, vi } from "vitest";
import { logTo, startServices, usualPorts } from "@/scripts/lib/services.mjs";

test("production is refused on the embedded database, before anything is started", async () => {
  const settings = { PAYMENTS_PRODUCTION_BASE_URL: "https://payments.example", PAYMENTS_PRODUCTION_API_KEY: "key" };
  await expect(startServices(settings, "/nowhere", { historyFor: null })).rejects.toThrow(
    /DATABASE_URL: is missing.*PostgreSQL of your own/s,
  );
});

test.each([
  ["the demo", {}, ["EMBEDDED_PG_PORT", "SANDBOX_PORT", "SANDBOX_OPERATOR_PORT"]],
  [
    "a database of one's own",
    { DATABASE_URL: "postgres://own/a" },
    ["EMBEDDED_PG_PORT", "SANDBOX_PORT", "SANDBOX_OPERATOR_PORT"],
  ],
  [
    "two of them",
    { DATABASE_URL: "postgres://own/a", SANDBOX_DATABASE_URL: "postgres://own/b" },
    ["SANDBOX_PORT", "SANDBOX_OPERATOR_PORT"],
  ],
  ["a real service", { PAYMENTS_SANDBOX_API_KEY: "key" }, ["EMBEDDED_PG_PORT"]],
  ["both", { DATABASE_URL: "postgres://own/a", PAYMENTS_SANDBOX_API_KEY: "key" }, []],
])("the ports that are needed with %s", (_what, settings, names) => {
  expect(Object.keys(usualPorts(settings))).toEqual(names);
});

test.skipIf(!existsSync("/dev/full"))("a log that cannot be written is mentioned once, and ends nothing", async () => {
  const said = vi.spyOn(console, "log").mockImplementation(() => {});
  onTestFinished(() => said.mockRestore());
  const log = logTo("/dev/full");
  log("one line");
  await expect.poll(() => said.mock.calls).toEqual([[expect.stringMatching(/\/dev\/full .*ENOSPC/)]]);
  log("another line");
  await new Promise(setImmediate);
  expect(said).toHaveBeenCalledOnce();
});
