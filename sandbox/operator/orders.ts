import { Hono } from "hono";
import { moveOrder } from "../orders/move";
import { latestByReference, latestOrders, type Order, orderById } from "../orders/order";
import type { Status } from "../orders/status";
import type { Sandbox } from "../sandbox";
import { Refusal } from "../wire/refusal";
import { findOfOne, merchantOf } from "./by-merchant";

const LISTED = 200;
const AMBIGUOUS = "each have an order with this reference: use its transactionId.";

/** What an operator can do to an order, and the status that it gets. */
export const MOVES: Record<string, Status> = {
  pend: "PENDING",
  complete: "COMPLETED",
  fail: "FAILED",
  cancel: "CANCELLED",
  resolve: "RESOLVED",
};

export function orderRoutes({ pool, clock, merchants }: Sandbox): Hono {
  const app = new Hono();

  app.get("/", async (c) => c.json(await latestOrders(pool, LISTED)));
  app.get("/:id", async (c) => c.json(await find(c.req.param("id"))));

  for (const [move, status] of Object.entries(MOVES)) {
    app.post(`/:id/${move}`, async (c) => {
      const order = await find(c.req.param("id"));
      const merchant = merchantOf(merchants, order);
      const { transactionId } = order;
      const moved = await moveOrder(pool, { merchant, transactionId, to: status, now: clock.now() });
      switch (moved.kind) {
        case "moved":
          return c.json(moved.order);
        case "not possible":
          throw new Refusal(409, `An order that is ${moved.from} cannot become ${status}.`);
        case "insufficient":
          throw new Refusal(409, "The hold was released and the available balance does not cover the order now.");
      }
    });
  }

  /** By either id; of several orders with one reference, the newest. */
  async function find(id: string): Promise<Order> {
    const ofMerchant = (number: number) => latestByReference(pool, number, id);
    const order = (await orderById(pool, id)) ?? (await findOfOne(merchants, ofMerchant, AMBIGUOUS));
    if (!order) throw new Refusal(404, "There is no such order.");
    return order;
  }

  return app;
}
