import { beforeEach, expect, test, vi } from "vitest";
import { builtInSandbox, embeddedPostgres } from "@/scripts/lib/services.mjs";
import { settingsOfMachine } from "@/scripts/lib/settings.mjs";
import { startSandboxAlone } from "@/scripts/lib/start-sandbox.mjs";

vi.mock("@/scripts/lib/settings.mjs", () => ({ settingsOfMachine: vi.fn() }));
vi.mock("@/scripts/lib/lockfile.mjs", () => ({ lockFolder: vi.fn() }));
vi.mock("@/scripts/lib/progress.mjs", () => ({ say: vi.fn() }));
vi.mock("@/scripts/lib/child-processes.mjs", () => ({ firstToEnd: vi.fn() }));
vi.mock("@/scripts/lib/services.mjs", () => ({
  builtInSandbox: vi.fn(async () => ({ baseUrl: "", operatorUrl: "" })),
  embeddedPostgres: vi.fn(async () => ({
    ensureDatabase: vi.fn(),
    url: (name: string) => `postgres://embedded/${name}`,
  })),
}));
beforeEach(() => vi.clearAllMocks());

test.each([
  [
    "in the database that the settings name",
    { SANDBOX_DATABASE_URL: "postgres://own/books" },
    "postgres://own/books",
    0,
  ],
  ["in its own otherwise", {}, "postgres://embedded/choba_sandbox", 1],
])("npm run sandbox keeps its books %s", async (_where, settings, databaseUrl, started) => {
  vi.mocked(settingsOfMachine).mockReturnValue(settings);
  await startSandboxAlone();
  expect(builtInSandbox).toHaveBeenCalledWith(settings, databaseUrl, expect.any(String));
  expect(embeddedPostgres).toHaveBeenCalledTimes(started);
});
