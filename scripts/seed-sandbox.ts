import { resolve, sep } from "node:path";
import { pathToFileURL } from "node:url";
import { migrate, openDatabase } from "@/sandbox/database";
import { readMerchants } from "@/sandbox/merchants/config";
import { fillSandbox } from "./demo/fill-sandbox";

/**
 * Fills the books of a new sandbox with the demo's history, before the sandbox starts, and prints what it was filled
 * with: the console's database is to be filled with the same. Prints null where the sandbox has books of its own.
 */
const { SANDBOX_DATABASE_URL: databaseUrl, SANDBOX_CONFIG: config, APP_URL: appUrl } = process.env;
if (!databaseUrl || !config || !appUrl) throw new Error("SANDBOX_DATABASE_URL, SANDBOX_CONFIG and APP_URL are needed");

const pool = openDatabase(databaseUrl, console.error);
try {
  // Bundled, this file stands elsewhere.
  await migrate(pool, pathToFileURL(resolve("sandbox/migrations/") + sep));
  const [merchant] = await readMerchants(config);
  if (!merchant) throw new Error(`${config} has no merchant`);
  const filled = await fillSandbox(pool, { merchant, appUrl }, new Date());
  console.log(JSON.stringify({ history: filled }));
} finally {
  await pool.end();
}
