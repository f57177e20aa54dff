import "server-only";
import { contextFor, signInDeps } from "@/lib/auth/context";
import { env } from "@/lib/env";
import { sourceFrom } from "@/lib/http/remote-address";
import { requestIds } from "@/lib/telemetry/request-id";
import { answerApi, problemResponse } from "./answer";
import type { ApiDeps } from "./caller";
import { ENDPOINTS, type EndpointId } from "./endpoints";
import { openApiDocument } from "./openapi";

type Route = (request: Request, context: { params: Promise<Record<string, string>> }) => Promise<Response>;

/** What is needed to answer a request that carries a key. */
export const apiDeps = (request: Request): ApiDeps => ({
  ...{ ...signInDeps(), contextOf: contextFor },
  ...{ address: sourceFrom(request.headers), requestId: requestIds().getStore() ?? null },
});

/** The route of an endpoint of `/v1`. */
export const apiRoute =
  (id: EndpointId): Route =>
  async (request, { params }) =>
    answerApi(apiDeps(request), ENDPOINTS[id], request, await params);

/** For addresses of `/v1` that do not exist. */
export const noApiRoute = (): Response => problemResponse({ code: "not_found" }, requestIds().getStore() ?? null);

/** The document of the API. It holds nothing of the merchant's, so it needs no key. */
export const openApiRoute = (): Response =>
  Response.json(openApiDocument(env().appUrl), { headers: { "cache-control": "public, max-age=300" } });
