import { asResponse } from "@/lib/callbacks/answer";
import { callbackContext } from "@/lib/callbacks/context";
import { handleCallback } from "@/lib/callbacks/handle-callback";

type Route = RouteContext<"/api/callbacks/[environment]/[token]">;

/** The callback endpoint. Other methods are answered here, because the framework would answer some of them itself. */
async function answer(request: Request, { params }: Route) {
  const { environment, token } = await params;
  const ctx = callbackContext(request.method, environment);
  return "actor" in ctx ? handleCallback(ctx, token, request) : asResponse(ctx);
}

export {
  answer as DELETE,
  answer as GET,
  answer as HEAD,
  answer as OPTIONS,
  answer as PATCH,
  answer as POST,
  answer as PUT,
};
