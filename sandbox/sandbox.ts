import type { Pool } from "pg";
import { callbackSender } from "./callbacks/deliver";
import { type Chore, startChore } from "./chore";
import { Clock } from "./clock";
import { Faults } from "./faults/faults";
import { settleDueRegistrations } from "./kyc/settle";
import type { Log } from "./log";
import type { Merchant } from "./merchants/file";
import { forgetNonces, nonceRegister } from "./merchants/nonces";
import { type Merchants, openMerchants } from "./merchants/registry";
import { orderMaker } from "./orders/create";
import { settleDueOrders } from "./orders/settle-due";

/** Everything that the two servers share. */
export type Sandbox = {
  pool: Pool;
  log: Log;
  clock: Clock;
  faults: Faults;
  merchants: Merchants;
  createOrder: ReturnType<typeof orderMaker>;
  takeNonce: ReturnType<typeof nonceRegister>;
  /** To be woken when something new falls due. */
  settlements: Chore;
  callbacks: Chore;
  close: () => Promise<void>;
};

const FORGET_EVERY_MS = 600_000;

export async function openSandbox(pool: Pool, configured: Merchant[], log: Log): Promise<Sandbox> {
  const clock = new Clock();
  const faults = new Faults();
  const merchants = await openMerchants(pool, configured);
  const sender = callbackSender(pool, merchants, { onSent: () => callbacks.wake(), onError: log.error });

  const callbacks = startChore(sender.run, log.error);
  const settlements = startChore(async () => {
    const orders = await settleDueOrders(pool, merchants, clock);
    const registrations = await settleDueRegistrations(pool, merchants, clock);
    callbacks.wake();
    return [orders, registrations].reduce((a, b) => (a && b ? (a < b ? a : b) : (a ?? b)), null);
  }, log.error);
  const forgetting = startChore(async () => {
    await forgetNonces(pool);
    return new Date(Date.now() + FORGET_EVERY_MS);
  }, log.error);

  return {
    pool,
    log,
    clock,
    faults,
    merchants,
    createOrder: orderMaker(pool),
    takeNonce: nonceRegister(pool),
    settlements,
    callbacks,
    async close() {
      await Promise.all([settlements.stop(), callbacks.stop(), forgetting.stop()]);
      await sender.finish();
      await pool.end();
    },
  };
}
