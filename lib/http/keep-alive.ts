import "server-only";
import { env } from "@/lib/env";
import { activeUser } from "./current-user";

/** Somebody types or points in a page that asks for nothing else: their session does not go idle meanwhile. */
export async function answerSeen(request: Request): Promise<Response> {
  if (request.headers.get("origin") !== env().appUrl) return new Response(null, { status: 403 });
  return new Response(null, { status: (await activeUser()) ? 204 : 401 });
}
