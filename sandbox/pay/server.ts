import { Hono } from "hono";
import type { Env } from "../env";
import { latestRegistration } from "../kyc/registrations";
import { moveOrder } from "../orders/move";
import { type Order, orderByPayToken } from "../orders/order";
import { isOpen, type Status } from "../orders/status";
import type { Sandbox } from "../sandbox";
import { Refusal } from "../wire/refusal";
import { COPY_SCRIPT } from "./copy-script";
import { messagePage, type Payment, type PayState, payPage } from "./page";

const CHOICES: Record<string, Status> = { paid: "COMPLETED", failed: "FAILED" };

const FORM = /^application\/x-www-form-urlencoded\s*(;|$)/i;

const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'";

/** What a payer sees. The token in the address is the only key. The script copies, and reaches nothing. */
export function payRoutes({ pool, clock, merchants }: Sandbox): Hono<Env> {
  const app = new Hono<Env>();

  app.use(async (c, next) => {
    await next();
    c.header("content-security-policy", POLICY);
    c.header("cache-control", "no-store");
    c.header("referrer-policy", "no-referrer");
  });

  app.get("/:token", async (c) => {
    const order = await orderByPayToken(pool, c.req.param("token"));
    if (!order) return c.html(messagePage("not found"), 404);
    const state = stateOf(order);
    return c.html(state === "open" ? payPage(await payment(order)) : messagePage(state));
  });
  app.get("/assets/copy.js", (c) => c.body(COPY_SCRIPT, 200, { "content-type": "text/javascript; charset=utf-8" }));

  for (const [choice, status] of Object.entries(CHOICES)) {
    app.post(`/:token/${choice}`, async (c) => {
      // What the page's buttons send, and no callback: a merchant chooses where those are sent.
      if (!FORM.test(c.req.header("content-type") ?? "")) throw new Refusal(415, "Only the page's form is accepted.");
      const order = await orderByPayToken(pool, c.req.param("token"));
      if (!order) return c.html(messagePage("not found"), 404);
      const merchant = merchants.byNumber(order.merchant);
      if (!merchant) throw new Refusal(409, "The merchant of this order is no longer configured.");
      const { transactionId } = order;
      const onlyIf = (current: Order) => stateOf(current) === "open";
      await moveOrder(pool, { merchant, transactionId, to: status, now: clock.now(), onlyIf });
      return c.redirect(`/pay/${order.payToken}`, 303);
    });
  }

  function stateOf(order: Order): PayState {
    if (order.status === "COMPLETED") return "paid";
    if (!isOpen(order.status)) return "closed";
    return clock.now() < deadlineOf(order) ? "open" : "expired";
  }

  function deadlineOf(order: Order): Date {
    return new Date(order.createdAt.getTime() + (merchants.byNumber(order.merchant)?.payWithinMs ?? 0));
  }

  async function payment(order: Order): Promise<Payment> {
    const registration = await latestRegistration(pool, order.merchant, order.playerId);
    const deadline = deadlineOf(order);
    return {
      order,
      merchant: merchants.byNumber(order.merchant)?.name,
      payer: order.parties.given.payerAccountName ?? registration?.userName,
      deadline,
      leftMs: deadline.getTime() - clock.now().getTime(),
    };
  }
  return app;
}
