import "server-only";
import { env } from "@/lib/env";
import { activeUser } from "./current-user";

/** Keeps the session alive while the user types in a page that makes no other requests. */
export async function answerSeen(request: Request): Promise<Response> {
  if (request.headers.get("origin") !== env().appUrl) return new Response(null, { status: 403 });
  return new Response(null, { status: (await activeUser()) ? 204 : 401 });
}
