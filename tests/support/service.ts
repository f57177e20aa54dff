import { openTestContext } from "./context";
import { createDatabase } from "./database";
import { OPERATOR_HEADERS } from "./operator";
import { startSandbox } from "./sandbox";

type Fault = { path: string; times?: number } & Record<string, unknown>;

/** A sandbox with a database of its own, and a hand on its operator's side. */
export async function openService(settings: Record<string, unknown> = {}) {
  const database = await createDatabase();
  const sandbox = await startSandbox({ databaseUrl: database.url, settings });
  const operate = async (path: string, body: unknown = {}, method = "POST") => {
    const init = { method, body: JSON.stringify(body), headers: OPERATOR_HEADERS };
    const answer = await fetch(sandbox.operatorUrl + path, method === "GET" ? {} : init);
    const text = await answer.text();
    if (!answer.ok) throw new Error(`operator ${path}: ${answer.status} ${text}`);
    return JSON.parse(text || "null");
  };
  const { kycGateway, ...access } = sandbox;
  return {
    ...access,
    ...(kycGateway !== undefined && { kycGateway }),
    databaseUrl: database.url,
    operate,
    misbehave: (fault: Fault) => operate("/faults", { times: 1, ...fault }),
    behave: () => operate("/faults", {}, "DELETE"),
    decide: (id: string, how: "complete" | "fail" | "cancel" | "resolve" | "pend") => operate(`/orders/${id}/${how}`),
    setClock: (offsetMs: number, isTold = true, toldAheadMs = 0) =>
      operate("/clock", { offsetMs: Math.round(offsetMs), isTold, toldAheadMs }),
    orders: (): Promise<{ referenceId: string; amount: string | number }[]> => operate("/orders", undefined, "GET"),
    transactionIdOf: async (id: string): Promise<string> =>
      (await operate(`/orders/${id}`, undefined, "GET")).transactionId,
    close: async () => {
      await sandbox.stop();
      await database.drop();
    },
  };
}

export type Service = Awaited<ReturnType<typeof openService>>;

/** A service, and a context that is connected to it and closes it as well. */
export async function openAtService(options?: Parameters<typeof openTestContext>[1]) {
  const service = await openService();
  const context = await openTestContext(service, options);
  const close = async () => {
    await context.close();
    await service.close();
  };
  return { service, context: { ...context, close } };
}
