import type { Context, Hono } from "hono";
import { baseServer, errorResponse } from "../base-server";
import type { Env } from "../env";
import { injectFault } from "../faults/fault-injection";
import { openapi } from "../openapi/document";
import { payRoutes } from "../pay/server";
import type { Sandbox } from "../sandbox";
import { scenarioOf } from "../scenarios/scenarios";
import { authenticate, identify } from "./authenticate";
import { balance } from "./balance";
import { banks } from "./banks";
import { readBody } from "./body";
import { deposit } from "./deposit";
import type { Endpoint, Fields } from "./endpoint";
import { kycRegister } from "./kyc-register";
import { kycStatus } from "./kyc-status";
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

/** The API for merchants. `payUrl` is a function because the port may be known only after the server listens. */
export function merchantServer(sandbox: Sandbox, payUrl: () => string): Hono<Env> {
  const app = baseServer(sandbox, "merchant");
  const { faults } = sandbox;

  /** From a request to its answer, in the order of the checks that the README gives. */
  async function answer(context: Context<Env>, path: string, endpoint: Endpoint): Promise<Response> {
    const { req, env } = context;
    const merchant = identify(sandbox, req.header("x-api-key"), env.incoming.socket.remoteAddress);
    context.set("merchant", merchant);
    const fields = await authenticate(sandbox, merchant, await readBody(context), req.header("x-signature"));
    const respond = async () => context.json(await endpoint({ sandbox, merchant, fields, payUrl: payUrl() }));
    const fault = CREATES.includes(path) ? scenarioAsked(fields)?.answer : undefined;
    return fault ? injectFault(fault, { context, respond, ended: faults.ended }) : respond();
  }

  for (const [path, endpoint] of Object.entries(ENDPOINTS)) {
    app.post(path, (context) => {
      const respond = () => answer(context, path, endpoint).catch((error) => errorResponse(sandbox, error));
      const fault = faults.take(path);
      return fault ? injectFault(fault, { context, respond, ended: faults.ended }) : respond();
    });
    app.all(path, (c) => c.json({ message: "Only POST is accepted." }, 405, { allow: "POST" }));
  }
  app.get("/openapi.json", (c) => c.json(openapi(payUrl())));
  app.route("/pay", payRoutes(sandbox));
  return app;
}

function scenarioAsked(fields: Fields) {
  const text = (name: string) => {
    const value = fields.get(name);
    return typeof value === "string" ? value : undefined;
  };
  return scenarioOf(text("referenceId"), text("destinationAccount") ?? text("payerAccount"));
}
