import type { HttpBindings } from "@hono/node-server";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import { type Context, Hono } from "hono";
import { type Answer, happen } from "../faults/happen";
import type { Sandbox } from "../sandbox";
import { writeJson } from "../wire/digits";
import { Refusal } from "../wire/refusal";
import { identify, prove } from "./authenticate";
import { balance } from "./balance";
import { banks } from "./banks";
import { readBody } from "./body";
import type { Endpoint } from "./call";
import { deposit } from "./deposit";
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

type Env = { Bindings: HttpBindings; Variables: { merchant: number } };
const JSON_TYPE = "application/json";

/** The merchant-facing API. `payUrl` is asked for late, as the port may be known only then. */
export function merchantServer(sandbox: Sandbox, payUrl: () => string): Hono<Env> {
  const app = new Hono<Env>();

  app.use(async (c, next) => {
    const startedAt = performance.now();
    await next();
    c.header("date", sandbox.clock.now().toUTCString());
    const { method, path } = c.req;
    const ms = Math.round(performance.now() - startedAt);
    sandbox.log.line({
      at: new Date().toISOString(),
      method,
      path,
      status: c.res.status,
      ms,
      merchant: c.get("merchant"),
    });
  });

  for (const [path, endpoint] of Object.entries(ENDPOINTS)) {
    const answer = async (c: Context<Env>): Promise<Answer> => {
      const merchant = identify(sandbox, c.req.header("x-api-key"), c.env.incoming.socket.remoteAddress);
      c.set("merchant", merchant.number);
      const body = await readBody(c.env.incoming);
      const fields = await prove(sandbox, merchant, body, c.req.header("x-signature"));
      const json = await endpoint({ sandbox, merchant, fields, payUrl: payUrl() });
      return { status: 200, body: writeJson(json), type: JSON_TYPE };
    };
    const answerOrRefuse = (c: Context<Env>) => answer(c).catch((error: unknown) => refusal(sandbox, error));

    app.post(path, async (c) => {
      const fault = sandbox.faults.take(path);
      const answered = fault
        ? await happen(fault, () => answerOrRefuse(c), sandbox.faults.ended)
        : await answerOrRefuse(c);
      if (answered !== "drop") {
        return new Response(answered.body, { status: answered.status, headers: { "content-type": answered.type } });
      }
      c.env.incoming.socket.resetAndDestroy();
      return RESPONSE_ALREADY_SENT;
    });
    app.all(path, (c) => c.json({ message: "Only POST is accepted." }, 405, { allow: "POST" }));
  }

  app.notFound((c) => c.json({ message: "There is nothing at this address." }, 404));
  return app;
}

function refusal({ log }: Sandbox, error: unknown): Answer {
  if (error instanceof Refusal) return { status: error.status, body: writeJson(error.body()), type: JSON_TYPE };
  log.error(error);
  return { status: 500, body: writeJson({ message: "Internal error" }), type: JSON_TYPE };
}
