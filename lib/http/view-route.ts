import "server-only";
import { type Ctx, contextFor, Forbidden } from "@/lib/auth/context";
import { env } from "@/lib/env";
import { isEnvironment } from "@/lib/environment";
import { log } from "@/lib/log";
import { currentUser } from "./current-user";

const PRIVATE = { "cache-control": "private, no-store" };
const none = (status: number) => new Response(null, { status, headers: PRIVATE });

/**
 * Answers a GET of the browser with one view, or with a file to take along; null is 404. Every route that the browser
 * reads is made here, as every action is made by `action`.
 */
export async function viewRoute(environment: string, query: (ctx: Ctx) => Promise<object | null>): Promise<Response> {
  const person = await currentUser();
  if (!person) return none(401);
  const ctx = isEnvironment(environment) ? contextFor(person, environment) : null;
  if (!ctx) return none(404);
  try {
    const view = await query(ctx);
    if (view === null) return none(404);
    if (!(view instanceof Response)) return Response.json(view, { headers: PRIVATE });
    for (const [name, value] of Object.entries(PRIVATE)) view.headers.set(name, value);
    return view;
  } catch (error) {
    if (error instanceof Forbidden) {
      log.warn({ refused: error.message }, "view: a permission is missing");
      return none(403);
    }
    throw error; // A bug. Next logs it and answers 500.
  }
}

/** The same for a POST that keeps what it brings: from another site it is turned away, as an action is. */
export async function uploadRoute(
  request: Request,
  environment: string,
  command: (ctx: Ctx) => Promise<object | null>,
): Promise<Response> {
  if (request.headers.get("origin") !== env().appUrl) return none(403);
  return viewRoute(environment, command);
}
