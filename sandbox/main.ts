import { merchantServer } from "./api/server";
import { migrate, openDatabase } from "./database";
import { addressOf, closed, listen } from "./listen";
import { log } from "./log";
import { readMerchants } from "./merchants/file";
import { operatorServer } from "./operator/server";
import { openSandbox } from "./sandbox";
import { readSettings } from "./settings";

async function start(): Promise<void> {
  const settings = readSettings(process.env);
  const configured = await readMerchants(settings.SANDBOX_CONFIG);
  const pool = openDatabase(settings.SANDBOX_DATABASE_URL, log.error);
  await migrate(pool);

  const sandbox = await openSandbox(pool, configured, log);
  let address = "";
  const merchants = await listen(
    merchantServer(sandbox, () => address),
    settings.SANDBOX_PORT,
  );
  address = addressOf(merchants);
  const operators = await listen(operatorServer(sandbox), settings.SANDBOX_OPERATOR_PORT);
  console.log(JSON.stringify({ sandbox: address, operator: addressOf(operators) }));

  const stop = async () => {
    await Promise.all([closed(merchants), closed(operators)]);
    await sandbox.close();
    process.exit(0);
  };
  process.once("SIGTERM", stop);
  process.once("SIGINT", stop);
}

start().catch((error: unknown) => {
  const reason = error instanceof Error ? error.message : String(error);
  console.error(`The sandbox did not start: ${reason}`);
  process.exit(1);
});
