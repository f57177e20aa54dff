import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "@/scripts/lib/ports.mjs";
import { startPostgres } from "@/scripts/lib/postgres.mjs";
import { openTestContext } from "../support/context";
import { openService } from "../support/service";

/** A service that can pay all that a bench requests, and a context, on a PostgreSQL that is durable as it would be in earnest. */
export async function openDurableService() {
  const scratch = await mkdtemp(join(tmpdir(), "choba-bench-"));
  const settings = ["fsync=on", "synchronous_commit=on", "full_page_writes=on"];
  const postgres = await startPostgres({ folder: join(scratch, "postgres"), port: await freePort(), settings });
  process.env.TEST_DATABASE_URL = postgres.url("postgres");
  process.env.TEST_RUN_FOLDER = scratch;
  const service = await openService({ currencies: { JPY: { openingBalance: "1000000000", fees: {} } } });
  const context = await openTestContext(service);
  return {
    service,
    context,
    async close() {
      await context.close();
      await service.close();
      await postgres.stop();
      await rm(postgres.folder, { recursive: true });
      await rm(scratch, { recursive: true, force: true });
    },
  };
}
