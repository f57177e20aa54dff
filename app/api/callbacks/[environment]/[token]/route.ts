import { takeCallback } from "@/lib/callbacks/door";
import { receive } from "@/lib/callbacks/receive";

type Route = RouteContext<"/api/callbacks/[environment]/[token]">;

/** Where the service calls us. What is no POST is told so by us: the framework would answer some of it by itself. */
async function answer(request: Request, { params }: Route) {
  const { environment, token } = await params;
  return takeCallback({ method: request.method, environment }, (ctx) => receive(ctx, token, request));
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
