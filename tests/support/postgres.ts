import { rm } from "node:fs/promises";
import { join } from "node:path";
import { freePort } from "@/scripts/lib/ports.mjs";
import { startPostgres } from "@/scripts/lib/postgres.mjs";
import { memoryFolder } from "./scratch";

/** One PostgreSQL and one folder for a run of tests; `tests/support/database` makes databases on it. */
export default async function setUp() {
  const scratch = await memoryFolder();
  const postgres = await startPostgres({
    folder: join(scratch, "postgres"),
    port: await freePort(),
    // Speed matters more than what is left after a power cut. Faults that kill a server have one of their own.
    settings: ["fsync=off"],
  });
  process.env.TEST_DATABASE_URL = postgres.url("postgres");
  process.env.TEST_RUN_FOLDER = scratch;

  return async function tearDown() {
    await postgres.stop();
    await rm(postgres.folder, { recursive: true });
    await rm(scratch, { recursive: true });
  };
}
