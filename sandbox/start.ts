import { merchantServer } from "./api/server";
import { migrate, openDatabase } from "./database";
import { addressOf, closed, listen } from "./listen";
import type { Log } from "./log";
import { readMerchants } from "./merchants/config";
import { operatorServer } from "./operator/server";
import { openSandbox } from "./sandbox";
import type { Settings } from "./settings";

export type Running = { sandbox: string; operator: string; stop: () => Promise<void> };

/** Brings both sides up; `stop` takes no more requests, finishes what was begun and lets the database go. */
export async function startSandbox(settings: Settings, log: Log): Promise<Running> {
  const configured = await readMerchants(settings.SANDBOX_CONFIG);
  const pool = openDatabase(settings.SANDBOX_DATABASE_URL, log.error);
  await migrate(pool);
  const sandbox = await openSandbox(pool, configured, log);

  // A deposit's payment page is on the port that is known only once we listen.
  let address = "";
  const merchants = await listen(
    merchantServer(sandbox, () => address),
    "SANDBOX_PORT",
    settings,
  );
  address = addressOf(merchants);
  const operators = await listen(operatorServer(sandbox), "SANDBOX_OPERATOR_PORT", settings);
  for (const server of [merchants, operators]) sandbox.ownPorts.add(Number(new URL(addressOf(server)).port));

  return {
    sandbox: address,
    operator: addressOf(operators),
    stop: async () => {
      sandbox.faults.end();
      await Promise.all([closed(merchants), closed(operators)]);
      await sandbox.close();
    },
  };
}
