import { fileURLToPath } from "node:url";
import { defineConfig, type TestProjectInlineConfiguration } from "vitest/config";

// `server-only` is empty under this condition, as it is in the server's own bundle.
const conditions = ["react-server", "node"];

const project = (name: string, more: TestProjectInlineConfiguration["test"] = {}): TestProjectInlineConfiguration => ({
  extends: true,
  test: { name, include: [`tests/${name}/**/*.test.ts`], ...more },
});

const POSTGRES = "tests/support/postgres.ts";
const BUILT = "tests/support/built.ts";
const withPostgres = { globalSetup: POSTGRES, testTimeout: 20_000, hookTimeout: 30_000 };

export default defineConfig({
  resolve: { conditions, alias: { "@": fileURLToPath(new URL(".", import.meta.url)).replace(/\/$/, "") } },
  ssr: { resolve: { conditions } },
  test: {
    maxWorkers: 2,
    // What polls waits as long as a busy machine may take, not the second that is the default.
    expect: { poll: { timeout: 10_000 } },
    projects: [
      project("architecture", { testTimeout: 120_000 }),
      // The translator itself, without the hooks of either of its halves: what is said is checked without a screen.
      // Files share a worker and what it has imported: a third of a run would be loading the same modules again.
      project("unit", { isolate: false, alias: [{ find: /^next-intl$/, replacement: "use-intl/core" }] }),
      project("integration", { ...withPostgres, isolate: false }),
      project("simulation", { ...withPostgres, testTimeout: 600_000 }),
      project("access-control", {
        globalSetup: "tests/support/access-control.ts",
        fileParallelism: false,
        testTimeout: 120_000,
        hookTimeout: 30_000,
      }),
      // Nothing else runs beside what compares times.
      project("load", { ...withPostgres, globalSetup: [POSTGRES, BUILT], fileParallelism: false, testTimeout: 60_000 }),
      // Most of their time is waiting for processes that start and stop: one more than there are cores.
      project("faults", { ...withPostgres, globalSetup: [POSTGRES, BUILT], maxWorkers: 3, testTimeout: 60_000 }),
    ],
  },
});
