import type { Pool } from "pg";
import { callbackSender } from "./callbacks/deliver";
import { Clock } from "./clock";
import { PlannedFaults } from "./faults/planned-faults";
import { resolveDueRegistrations } from "./kyc/results";
import type { Log } from "./log";
import type { Merchant } from "./merchants/config";
import { forgetNonces } from "./merchants/nonces";
import { type Merchants, openMerchants } from "./merchants/registry";
import { moveDueOrders } from "./orders/move-due";
import { repeat } from "./repeat";

/** What the merchants' and the operator's server share. */
export type Sandbox = {
  pool: Pool;
  log: Log;
  clock: Clock;
  faults: PlannedFaults;
  merchants: Merchants;
  /** The ports of this machine that the sandbox listens on. */
  ownPorts: Set<number>;
  close: () => Promise<void>;
};

const FORGET_NONCES_EVERY_MS = 600_000;

export async function openSandbox(pool: Pool, configured: Merchant[], log: Log): Promise<Sandbox> {
  const clock = new Clock();
  const merchants = await openMerchants(pool, configured);
  const sender = callbackSender(pool, merchants, log.error);
  async function giveResults(): Promise<void> {
    await moveDueOrders(pool, merchants, clock);
    await resolveDueRegistrations(pool, merchants, clock);
  }
  const stops = [
    repeat(giveResults, log.error),
    repeat(sender.run, log.error),
    repeat(() => forgetNonces(pool), log.error, FORGET_NONCES_EVERY_MS),
  ];

  return {
    pool,
    log,
    clock,
    faults: new PlannedFaults(),
    merchants,
    ownPorts: new Set(),
    async close() {
      await Promise.all(stops.map((stop) => stop()));
      await sender.finish();
      await pool.end();
    },
  };
}
