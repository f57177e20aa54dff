import { afterEach, expect, test, vi } from "vitest";
import { startIngest } from "@/scripts/lib/ingest.mjs";
import { startIngestAlone } from "@/scripts/lib/start-ingest.mjs";
import { startWorkerAlone } from "@/scripts/lib/start-worker.mjs";
import { startWorker } from "@/scripts/lib/worker.mjs";

vi.mock("@/scripts/lib/worker.mjs", () => ({ startWorker: vi.fn() }));
vi.mock("@/scripts/lib/ingest.mjs", () => ({ startIngest: vi.fn(async () => ({ url: "" })) }));
vi.mock("@/scripts/lib/child-processes.mjs", () => ({ firstToEnd: vi.fn() }));

afterEach(() => {
  vi.unstubAllEnvs();
});

test.each([
  ["worker", startWorkerAlone, startWorker],
  ["ingest", startIngestAlone, startIngest],
] as const)("%s: the process never sees the owner of the database", async (_name, startAlone, started) => {
  vi.stubEnv("MIGRATION_DATABASE_URL", "postgres://owner:secret@127.0.0.1/choba");
  await startAlone();
  expect(vi.mocked(started).mock.lastCall?.[0].env).toMatchObject({
    MIGRATION_DATABASE_URL: "",
    MIGRATION_DATABASE_URL_FILE: "",
  });
});
