import "server-only";
import { contextFor, signInDeps } from "@/lib/auth/context";
import { env } from "@/lib/env";
import { sourceFrom } from "@/lib/http/remote-address";
import { requestIds } from "@/lib/telemetry/request-id";
import { answerApi, problemResponse } from "./answer";
import type { ApiDeps } from "./caller";
import { ENDPOINTS, type EndpointId } from "./endpoints";
import { openApiDocument } from "./openapi";

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE" | "OPTIONS";
/** Next has no `params` for an address without a variable part. */
type Route = (request: Request, context: { params: Promise<Record<string, string> | undefined> }) => Promise<Response>;

/** What is needed to answer a request that carries a key. */
export const apiDeps = (request: Request): ApiDeps => ({
  ...{ ...signInDeps(), contextOf: contextFor },
  ...{ address: sourceFrom(request.headers), requestId: requestIds().getStore() ?? null },
});

/** The routes of an endpoint of `/v1`, by method. */
export const apiRoutes = (id: EndpointId) =>
  only(ENDPOINTS[id].method, async (request, { params }) =>
    answerApi(apiDeps(request), ENDPOINTS[id], request, (await params) ?? {}),
  );

/** One method, and the refusal of each other one: Next answers what has no route without a body. */
function only(method: "GET" | "POST", route: Route): Record<Method, Route> {
  const headers = { allow: method === "GET" ? "GET, HEAD, OPTIONS" : "POST, OPTIONS" };
  const refuse: Route = async () => {
    const refused = problemResponse({ code: "method_not_allowed" }, requestIds().getStore() ?? null);
    refused.headers.set("allow", headers.allow);
    return refused;
  };
  const others = { GET: refuse, POST: refuse, PUT: refuse, PATCH: refuse, DELETE: refuse };
  const options: Route = async () => new Response(null, { status: 204, headers });
  return { ...others, OPTIONS: options, [method]: route };
}

/** For addresses of `/v1` that do not exist. */
export const noApiRoute = (): Response => problemResponse({ code: "not_found" }, requestIds().getStore() ?? null);

/** The document of the API. It holds nothing of the merchant's, so it needs no key. */
export const openApiRoutes = () =>
  only("GET", async () =>
    Response.json(openApiDocument(env().appUrl), { headers: { "cache-control": "public, max-age=300" } }),
  );
