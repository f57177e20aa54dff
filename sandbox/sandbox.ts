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
import { orderMover } from "./orders/move";
import { settleDueOrders } from "./orders/settle-due";

/** Everything that the two servers share. */
export type Sandbox = {
  pool: Pool;
  log: Log;
  clock: Clock;
  faults: Faults;
  merchants: Merchants;
  createOrder: ReturnType<typeof orderMaker>;
  moveOrder: ReturnType<typeof orderMover>;
  takeNonce: ReturnType<typeof nonceRegister>;
  /** The ports of this machine that the sandbox listens on. */
  ownPorts: Set<number>;
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
  const moveOrder = orderMover(pool);
  const sender = callbackSender(pool, merchants, { onSent: () => callbacks.wake(), onError: log.error });

  const callbacks = startChore(sender.run, log.error);
  const settlements = startChore(async () => {
    const orders = await settleDueOrders(pool, { merchants, clock, moveOrder });
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
    moveOrder,
    takeNonce: nonceRegister(pool),
    ownPorts: new Set(),
    settlements,
    callbacks,
    async close() {
      await Promise.all([settlements.stop(), callbacks.stop(), forgetting.stop()]);
      await sender.finish();
      await pool.end();
    },
  };
}
