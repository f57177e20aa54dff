import type { Hono } from "hono";
import { baseServer } from "../base-server";
import type { Env } from "../env";
import type { Sandbox } from "../sandbox";
import { Refusal } from "../wire/refusal";
import { booksRoutes } from "./books";
import { callbackRoutes } from "./callbacks";
import { kycRoutes } from "./kyc";
import { merchantRoutes } from "./merchants";
import { orderRoutes } from "./orders";
import { pageRoutes } from "./pages";
import { testRoutes } from "./tests";

const HERE = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/;

/** What a call that changes something carries, and no callback does: a merchant chooses where those are sent. */
const OPERATOR_HEADER = "x-sandbox-operator";
const READING = ["GET", "HEAD"];

/** The service's own people: what no merchant key reaches. It listens on an address of its own. */
export function operatorServer(sandbox: Sandbox): Hono<Env> {
  const app = baseServer(sandbox, "operator");

  // It has no sign-in, so a page from elsewhere must reach it neither by a name of its own nor by a form.
  app.use(async (c, next) => {
    if (!HERE.test(c.req.header("host") ?? "")) throw new Refusal(403, "Only local names are answered.");
    const origin = c.req.header("origin");
    if (origin && origin !== `http://${c.req.header("host")}`) throw new Refusal(403, "Other sites may not call this.");
    if (!READING.includes(c.req.method) && !c.req.header(OPERATOR_HEADER)) {
      throw new Refusal(403, `A call that changes something needs the header ${OPERATOR_HEADER}: 1.`);
    }
    await next();
  });

  app.get("/health", async (c) => {
    await sandbox.pool.query("select 1");
    return c.json({ ok: true, now: sandbox.clock.now().toISOString() });
  });
  app.route("/orders", orderRoutes(sandbox));
  app.route("/kyc", kycRoutes(sandbox));
  app.route("/merchants", merchantRoutes(sandbox));
  app.route("/callbacks", callbackRoutes(sandbox));
  app.route("/", booksRoutes(sandbox));
  app.route("/", testRoutes(sandbox));
  app.route("/", pageRoutes(sandbox));
  return app;
}
