import "server-only";
import { isEnvironment } from "@/lib/environment";
import { type Ctx, Forbidden } from "./context";
import { contextFromSession } from "./session";

const PRIVATE = { "cache-control": "private, no-store" };
const none = (status: number) => new Response(null, { status, headers: PRIVATE });

/** Answers a GET of the browser with one view; null is 404. Every polled route is made here, as every action is. */
export async function viewRoute(environment: string, query: (ctx: Ctx) => Promise<object | null>): Promise<Response> {
  const ctx = isEnvironment(environment) ? await contextFromSession(environment) : null;
  if (!ctx) return none(isEnvironment(environment) ? 401 : 404);
  try {
    const view = await query(ctx);
    return view === null ? none(404) : Response.json(view, { headers: PRIVATE });
  } catch (error) {
    if (error instanceof Forbidden) return none(403);
    throw error; // A bug. Next logs it and answers 500.
  }
}
