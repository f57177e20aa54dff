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
import { type ScheduledTask, startScheduledTask } from "./scheduled-task";

/** What the merchants' and the operator's server share. */
export type Sandbox = {
  pool: Pool;
  log: Log;
  clock: Clock;
  faults: PlannedFaults;
  merchants: Merchants;
  /** The ports of this machine that the sandbox listens on. */
  ownPorts: Set<number>;
  /** Woken after something new is scheduled. */
  scheduledResults: ScheduledTask;
  callbacks: ScheduledTask;
  close: () => Promise<void>;
};

const FORGET_NONCES_EVERY_MS = 600_000;

export async function openSandbox(pool: Pool, configured: Merchant[], log: Log): Promise<Sandbox> {
  const clock = new Clock();
  const merchants = await openMerchants(pool, configured);
  const sender = callbackSender(pool, merchants, { onSent: () => callbacks.wake(), onError: log.error });

  const callbacks = startScheduledTask(sender.run, log.error);
  const scheduledResults = startScheduledTask(async () => {
    const orders = await moveDueOrders({ pool, merchants, clock });
    const registrations = await resolveDueRegistrations({ pool, merchants, clock });
    callbacks.wake();
    return earlier(orders, registrations);
  }, log.error);
  const nonces = startScheduledTask(async () => {
    await forgetNonces(pool);
    return new Date(Date.now() + FORGET_NONCES_EVERY_MS);
  }, log.error);

  return {
    pool,
    log,
    clock,
    faults: new PlannedFaults(),
    merchants,
    ownPorts: new Set(),
    scheduledResults,
    callbacks,
    async close() {
      await Promise.all([scheduledResults.stop(), callbacks.stop(), nonces.stop()]);
      await sender.finish();
      await pool.end();
    },
  };
}

function earlier(one: Date | null, other: Date | null): Date | null {
  if (one && other) return one < other ? one : other;
  return one ?? other;
}
