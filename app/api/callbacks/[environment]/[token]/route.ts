import { contextFor } from "@/lib/auth/context";
import { receive } from "@/lib/callbacks/receive";
import { isEnvironment } from "@/lib/environment";

/** Where the service calls us. Any other method is answered 405 by the framework. */
export async function POST(request: Request, { params }: RouteContext<"/api/callbacks/[environment]/[token]">) {
  const { environment, token } = await params;
  const actor = { kind: "callback", id: "callback", name: "callback" } as const;
  const ctx = isEnvironment(environment) ? contextFor(actor, environment) : null;
  return ctx ? receive(ctx, token, request) : new Response("no such address", { status: 404 });
}
