import { type Context, Hono } from "hono";
import type { Env } from "../env";
import { type Answer, misbehave } from "../faults/misbehaviour";
import { logged } from "../logged";
import { openapi } from "../openapi/document";
import { payRoutes } from "../pay/server";
import type { Sandbox } from "../sandbox";
import { scenarioOf } from "../scenarios/choose";
import type { FlatValue } from "../wire/flat-json";
import { Refusal } from "../wire/refusal";
import { identify, prove } from "./authenticate";
import { balance } from "./balance";
import { banks } from "./banks";
import { readBody } from "./body";
import type { Endpoint } from "./call";
import { deposit } from "./deposit";
import { kycRegister } from "./kyc-register";
import { kycStatus } from "./kyc-status";
import { json, send } from "./send";
import { transactions } from "./transactions";
import { withdraw } from "./withdraw";

const ENDPOINTS: Record<string, Endpoint> = {
  "/deposit": deposit,
  "/withdraw": withdraw,
  "/transactions": transactions,
  "/balance": balance,
  "/banks": banks,
  "/kyc-register": kycRegister,
  "/kyc/status": kycStatus,
};
const CREATES = ["/deposit", "/withdraw"];

/** The merchant-facing API. `payUrl` is asked for late, as the port may be known only then. */
export function merchantServer(sandbox: Sandbox, payUrl: () => string): Hono<Env> {
  const app = new Hono<Env>();
  app.use(logged(sandbox, "merchant"));

  for (const [path, endpoint] of Object.entries(ENDPOINTS)) {
    app.post(path, async (c) => {
      const process = () => answer(sandbox, endpoint, c, payUrl()).catch((error: unknown) => failed(sandbox, error));
      const planned = sandbox.faults.take(path);
      return send(c, planned ? await misbehave(planned, process, sandbox.faults.ended) : await process());
    });
    app.all(path, (c) => c.json({ message: "Only POST is accepted." }, 405, { allow: "POST" }));
  }
  app.get("/openapi.json", (c) => send(c, json(200, openapi)));
  app.route("/pay", payRoutes(sandbox));

  app.notFound((c) => c.json({ message: "There is nothing at this address." }, 404));
  app.onError((error) => {
    const { status, body, type } = failed(sandbox, error);
    return new Response(body, { status, headers: { "content-type": type } });
  });
  return app;
}

/** From a request to its answer, in the order of the checks that the README gives. */
async function answer(sandbox: Sandbox, endpoint: Endpoint, c: Context<Env>, payUrl: string): Promise<Answer> {
  const { incoming } = c.env;
  const merchant = identify(sandbox, c.req.header("x-api-key"), incoming.socket.remoteAddress);
  c.set("merchant", merchant.number);
  const { fields, nonce } = prove(sandbox, merchant, await readBody(incoming), c.req.header("x-signature"));

  const isCreate = CREATES.includes(c.req.path);
  const asked = isCreate ? scenarioAsked(fields)?.answer : undefined;
  if (!isCreate || asked) await nonce.use();
  const process = async (): Promise<Answer> => {
    try {
      return json(200, await endpoint({ sandbox, merchant, fields, nonce, payUrl }));
    } catch (error) {
      // A nonce that was used before is said before anything that is wrong with an order.
      await nonce.use();
      throw error;
    }
  };
  return asked ? misbehave(asked, process, sandbox.faults.ended) : process();
}

function scenarioAsked(fields: ReadonlyMap<string, FlatValue>) {
  const text = (name: string) => {
    const value = fields.get(name);
    return typeof value === "string" ? value : undefined;
  };
  return scenarioOf(text("referenceId"), text("destinationAccount") ?? text("payerAccount"));
}

function failed({ log }: Sandbox, error: unknown) {
  if (error instanceof Refusal) return json(error.status, error.body());
  log.error(error);
  return json(500, { message: "Internal error" });
}
