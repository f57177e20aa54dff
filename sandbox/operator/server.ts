import type { Context, Hono } from "hono";
import { z } from "zod";
import { baseServer } from "../base-server";
import { offset } from "../duration";
import type { Env } from "../env";
import { plannedFault } from "../faults/planned-faults";
import { latestRegistrations } from "../kyc/registrations";
import { readAccounts } from "../ledger/accounts";
import { checkBooks, latestPostings } from "../ledger/check";
import type { Merchant } from "../merchants/config";
import { settingsChange } from "../merchants/registry";
import { latestOpenOrders, latestOtherOrders } from "../orders/order";
import type { Sandbox } from "../sandbox";
import { parse } from "../wire/input";
import { invalid, Refusal } from "../wire/refusal";
import { latestCallbacks } from "./callback-list";
import { kycRoutes } from "./kyc";
import { orderRoutes } from "./orders";
import { ON_PAGE, operatorPage } from "./page";
import { PAGE_SCRIPT } from "./page-script";

const LOCAL_NAME = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/;

/** Required on calls that change something. A callback never carries it: a merchant chooses where callbacks are sent. */
const OPERATOR_HEADER = "x-sandbox-operator";
const READING = ["GET", "HEAD"];

const LISTED = { callbacks: 200, postings: 500 };
const PAGE_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'unsafe-inline'; connect-src 'self'; frame-ancestors 'none'";

const clockInput = z.strictObject({
  offsetMs: offset,
  isTold: z.boolean().default(true),
  toldAheadMs: offset.default(0),
});

/** The operator's side, on an address of its own. No merchant key gives access to it. */
export function operatorServer(sandbox: Sandbox): Hono<Env> {
  const { pool, merchants, faults, clock } = sandbox;
  const app = baseServer(sandbox, "operator");

  // There is no sign-in, so pages from elsewhere must not reach it, neither by DNS rebinding nor by a form.
  app.use(async (c, next) => {
    if (!LOCAL_NAME.test(c.req.header("host") ?? "")) throw new Refusal(403, "Only local names are answered.");
    const origin = c.req.header("origin");
    if (origin && origin !== `http://${c.req.header("host")}`) throw new Refusal(403, "Other sites may not call this.");
    if (!READING.includes(c.req.method) && !c.req.header(OPERATOR_HEADER)) {
      throw new Refusal(403, `A call that changes something needs the header ${OPERATOR_HEADER}: 1.`);
    }
    await next();
  });

  app.get("/health", async (c) => {
    await pool.query("select 1");
    return c.json({ ok: true, now: clock.now().toISOString() });
  });

  app.route("/orders", orderRoutes(sandbox));
  app.route("/kyc", kycRoutes(sandbox));

  app.get("/merchants", (c) => c.json(merchants.all().map(withoutKeys)));
  app.patch("/merchants/:number", async (c) => {
    const changed = await merchants.change(Number(c.req.param("number")), await readJson(c, settingsChange));
    if (!changed) throw new Refusal(404, "There is no such merchant.");
    return c.json(withoutKeys(changed));
  });

  app.get("/callbacks", async (c) => c.json(await latestCallbacks(pool, LISTED.callbacks)));
  app.post("/callbacks/:id/resend", async (c) => {
    const id = c.req.param("id");
    const resent = await pool.query("update callbacks set next_attempt_at = now() where id::text = $1", [id]);
    if (resent.rowCount === 0) throw new Refusal(404, "There is no such callback.");
    return c.json({ id }, 202);
  });

  const allAccounts = async () =>
    (await Promise.all(merchants.all().map(({ number }) => readAccounts(pool, number)))).flat();
  app.get("/balances", async (c) => c.json(await allAccounts()));
  app.get("/ledger", async (c) =>
    c.json({ faults: await checkBooks(pool), postings: await latestPostings(pool, LISTED.postings) }),
  );

  app.get("/faults", (c) => c.json(faults.planned()));
  app.post("/faults", async (c) => {
    faults.plan(await readJson(c, plannedFault));
    return c.json(faults.planned(), 201);
  });
  app.delete("/faults", (c) => {
    faults.clear();
    return c.json(faults.planned());
  });
  app.post("/clock", async (c) => {
    const { offsetMs, isTold, toldAheadMs } = Object.assign(clock, await readJson(c, clockInput));
    return c.json({ offsetMs, isTold, toldAheadMs, now: clock.now().toISOString() });
  });

  app.get("/", async (c) => {
    const page = operatorPage({
      merchants: merchants.all(),
      openOrders: await latestOpenOrders(pool, ON_PAGE.openOrders),
      otherOrders: await latestOtherOrders(pool, ON_PAGE.otherOrders),
      registrations: await latestRegistrations(pool, ON_PAGE.registrations),
      callbacks: await latestCallbacks(pool, ON_PAGE.callbacks),
      accounts: await allAccounts(),
      postings: await latestPostings(pool, ON_PAGE.postings),
      faults: await checkBooks(pool),
    });
    return c.html(page, 200, { "content-security-policy": PAGE_POLICY });
  });
  app.get("/page.js", (c) => c.body(PAGE_SCRIPT, 200, { "content-type": "text/javascript; charset=utf-8" }));
  return app;
}

const withoutKeys = ({ apiKey: _key, secretKey: _secret, ...rest }: Merchant) => rest;

async function readJson<S extends z.ZodType>(c: Context, shape: S): Promise<z.output<S>> {
  const given: unknown = await c.req.json().catch(() => {
    throw invalid("body: must be JSON");
  });
  return parse(shape, given);
}
