import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { freePort } from "@/scripts/lib/ports.mjs";
import { startPostgres } from "@/scripts/lib/postgres.mjs";
import { scratchFolder } from "./scratch";

/** One PostgreSQL for a run of tests; `tests/support/database` makes databases on it. */
export default async function setUp({ name }: TestProject) {
  const scratch = await scratchFolder();
  const postgres = await startPostgres({
    folder: join(scratch, "postgres"),
    port: await freePort(),
    // Faults kill the server, and what was committed must survive it; elsewhere speed matters more.
    settings: name === "faults" ? [] : ["fsync=off"],
  });
  process.env.TEST_DATABASE_URL = postgres.url("postgres");

  return async function tearDown() {
    await postgres.stop();
    await rm(postgres.folder, { recursive: true });
    await rm(scratch, { recursive: true });
  };
}
