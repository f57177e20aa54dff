import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { getRequestListener } from "@hono/node-server";
import { Hono } from "hono";
import type { Env } from "../env";
import { type Answer, misbehave } from "../faults/misbehaviour";
import { logged, requestLog } from "../logged";
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
import type { Call, Endpoint } from "./call";
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

/**
 * The merchant-facing API. `payUrl` is asked for late, as the port may be known only then. The endpoints work on Node's
 * own request: a standard one, and a router before it, cost as much as reading, checking and answering together.
 */
export function merchantServer(sandbox: Sandbox, payUrl: () => string): RequestListener {
  const others = getRequestListener(otherAddresses(sandbox, payUrl).fetch);
  const note = requestLog(sandbox, "merchant");

  async function serve(path: string, endpoint: Endpoint, incoming: IncomingMessage, outgoing: ServerResponse) {
    const startedAt = performance.now();
    let merchant: number | undefined;
    const process = async () => {
      try {
        const caller = identify(sandbox, header(incoming, "x-api-key"), incoming.socket.remoteAddress);
        merchant = caller.number;
        return await answer({ sandbox, merchant: caller, path, endpoint, incoming, payUrl: payUrl() });
      } catch (error) {
        return failed(sandbox, error);
      }
    };
    const planned = sandbox.faults.take(path);
    const given = planned ? await misbehave(planned, process, sandbox.faults.ended) : await process();
    send(outgoing, given, sandbox.clock.told);
    note({ method: "POST", path, status: given === "drop" ? null : given.status, startedAt, merchant });
  }

  /** What `serve` itself cannot do is a fault of ours, and no reason to end with everybody else's requests. */
  const unserved = (outgoing: ServerResponse) => (error: unknown) => {
    const answer = failed(sandbox, error);
    if (!outgoing.headersSent) send(outgoing, answer, {});
  };

  return (incoming, outgoing) => {
    const [path = ""] = (incoming.url ?? "").split("?", 1);
    const endpoint = incoming.method === "POST" && Object.hasOwn(ENDPOINTS, path) ? ENDPOINTS[path] : undefined;
    if (endpoint) serve(path, endpoint, incoming, outgoing).catch(unserved(outgoing));
    else void others(incoming, outgoing);
  };
}

/** All that is no call of an endpoint. */
function otherAddresses(sandbox: Sandbox, url: () => string): Hono<Env> {
  const app = new Hono<Env>();
  app.use(logged(sandbox, "merchant"));

  for (const path of Object.keys(ENDPOINTS)) {
    app.all(path, (c) => c.json({ message: "Only POST is accepted." }, 405, { allow: "POST" }));
  }
  app.get("/openapi.json", () => response(json(200, openapi(url()))));
  app.route("/pay", payRoutes(sandbox));

  app.notFound((c) => c.json({ message: "There is nothing at this address." }, 404));
  app.onError((error) => response(failed(sandbox, error)));
  return app;
}

const response = ({ status, body, type }: ReturnType<typeof json>) =>
  new Response(body, { status, headers: { "content-type": type } });

const header = ({ headers }: IncomingMessage, name: string): string | undefined => {
  const value = headers[name];
  return Array.isArray(value) ? value.join(", ") : value;
};

type Asked = Pick<Call, "sandbox" | "merchant" | "payUrl"> & {
  path: string;
  endpoint: Endpoint;
  incoming: IncomingMessage;
};

/** From a request to its answer, in the order of the checks that the README gives. */
async function answer({ path, endpoint, incoming, ...call }: Asked): Promise<Answer> {
  const { sandbox, merchant } = call;
  const { fields, nonce } = prove(sandbox, merchant, await readBody(incoming), header(incoming, "x-signature"));

  const isCreate = CREATES.includes(path);
  const asked = isCreate ? scenarioAsked(fields)?.answer : undefined;
  if (!isCreate || asked) await nonce.use();
  const process = async (): Promise<Answer> => {
    try {
      return json(200, await endpoint({ ...call, fields, nonce }));
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
