import { Hono } from "hono";
import type { Env } from "../env";
import { type Order, orderByPayToken } from "../orders/order";
import { settleOrder } from "../orders/settle";
import { isOpen, type Status } from "../orders/status";
import type { Sandbox } from "../sandbox";
import { Refusal } from "../wire/refusal";
import { messagePage, type PayState, payPage } from "./page";

const CHOICES: Record<string, Status> = { paid: "COMPLETED", failed: "FAILED" };

const POLICY = "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'";

/** What a payer sees. The token in the address is the only key. */
export function payRoutes({ pool, clock, merchants, callbacks }: Sandbox): Hono<Env> {
  const app = new Hono<Env>();

  app.use(async (c, next) => {
    await next();
    c.header("content-security-policy", POLICY);
    c.header("cache-control", "no-store");
    c.header("referrer-policy", "no-referrer");
  });

  app.get("/:token", async (c) => {
    const order = await orderByPayToken(pool, c.req.param("token"));
    return order ? c.html(payPage(order, stateOf(order))) : c.html(messagePage("not found"), 404);
  });

  for (const [choice, status] of Object.entries(CHOICES)) {
    app.post(`/:token/${choice}`, async (c) => {
      const order = await orderByPayToken(pool, c.req.param("token"));
      if (!order) return c.html(messagePage("not found"), 404);
      const merchant = merchants.byNumber(order.merchant);
      if (!merchant) throw new Refusal(409, "The merchant of this order is no longer configured.");
      if (stateOf(order) === "open") {
        await settleOrder(pool, merchant, order.transactionId, status, clock.now());
        callbacks.wake();
      }
      return c.redirect(`/pay/${order.payToken}`, 303);
    });
  }

  function stateOf(order: Order): PayState {
    if (order.status === "COMPLETED") return "paid";
    if (!isOpen(order.status)) return "closed";
    const payWithinMs = merchants.byNumber(order.merchant)?.payWithinMs ?? 0;
    return clock.now().getTime() < order.createdAt.getTime() + payWithinMs ? "open" : "expired";
  }
  return app;
}
