import { rm } from "node:fs/promises";
import { join } from "node:path";
import { freePort } from "@/scripts/lib/ports.mjs";
import { startPostgres } from "@/scripts/lib/postgres.mjs";
import { openConsole } from "./open-console";
import { scratchFolder } from "./scratch";
import { tell } from "./world";

/** A database server and a whole console for a run in the browser. */
export default async function setUp() {
  const scratch = await scratchFolder();
  const postgres = await startPostgres({
    folder: join(scratch, "postgres"),
    port: await freePort(),
    settings: ["fsync=off"],
  });
  process.env.TEST_DATABASE_URL = postgres.url("postgres");
  const { world, close } = await openConsole();
  tell(world);

  return async function tearDown() {
    await close();
    await postgres.stop();
    await rm(postgres.folder, { recursive: true });
    await rm(scratch, { recursive: true });
  };
}
