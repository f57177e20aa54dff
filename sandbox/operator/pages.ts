import { Hono } from "hono";
import { latestRegistrations } from "../kyc/registrations";
import { readAccounts } from "../ledger/accounts";
import { checkBooks, latestPostings } from "../ledger/check";
import { latestOrders } from "../orders/order";
import type { Sandbox } from "../sandbox";
import { latestCallbacks } from "./callback-list";
import { operatorPage } from "./page";
import { PAGE_SCRIPT } from "./page-script";

const SHOWN = 50;
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'unsafe-inline'; connect-src 'self'; frame-ancestors 'none'";

/** The same for people: one page, whose buttons call the JSON API. */
export function pageRoutes({ pool, merchants }: Sandbox): Hono {
  const app = new Hono();

  app.get("/", async (c) => {
    const all = merchants.all();
    const [orders, registrations, callbacks, accounts, postings, faults] = await Promise.all([
      latestOrders(pool, SHOWN),
      latestRegistrations(pool),
      latestCallbacks(pool, SHOWN),
      Promise.all(all.map(({ number }) => readAccounts(pool, number))),
      latestPostings(pool, SHOWN),
      checkBooks(pool),
    ]);
    c.header("content-security-policy", POLICY);
    return c.html(
      operatorPage({ merchants: all, orders, registrations, callbacks, accounts: accounts.flat(), postings, faults }),
    );
  });
  app.get("/page.js", (c) => c.body(PAGE_SCRIPT, 200, { "content-type": "text/javascript; charset=utf-8" }));
  return app;
}
