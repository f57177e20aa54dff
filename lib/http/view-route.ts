import "server-only";
import type { z } from "zod";
import { type Ctx, contextFor, Forbidden } from "@/lib/auth/context";
import { env } from "@/lib/env";
import { log } from "@/lib/log";
import { readSmallJson } from "./body-limit";
import { currentUser } from "./current-user";
import { isPageOfOther } from "./page-user";
import { none, PRIVATE } from "./private-answer";
import { closeUnread } from "./unread-body";

type Route = (request: Request, context: { params: Promise<{ environment: string }> }) => Promise<Response>;
/** Objects are sent as JSON, responses as they are; null is 404. */
type Answer = Promise<object | null>;

/** A GET route. The query gets the parsed parameters; invalid ones are 404. */
export function viewRoute(query: (ctx: Ctx) => Answer): Route;
export function viewRoute<T>(query: (ctx: Ctx, asked: T) => Answer, input: z.ZodType<T>): Route;
export function viewRoute<T>(query: (ctx: Ctx, asked?: T) => Answer, input?: z.ZodType<T>): Route {
  return async (request, { params }) => {
    const { environment, ...names } = await params;
    const search = Object.fromEntries(new URL(request.url).searchParams);
    const asked = input?.safeParse({ ...search, ...names });
    const found = await answer(environment, async (ctx) => (asked?.success === false ? null : query(ctx, asked?.data)));
    return closeUnread(request, found);
  };
}

/** A query by POST: its input is too long for a URL, or must not appear in access logs. */
export function questionRoute<T>(query: (ctx: Ctx, asked: T) => Answer, input: z.ZodType<T>): Route {
  return async (request, { params }) =>
    answer((await params).environment, async (ctx) => {
      const asked = input.safeParse(await readSmallJson(request));
      return asked.success ? query(ctx, asked.data) : null;
    });
}

/** A query whose body is a file. */
export function fileRoute(query: (ctx: Ctx, request: Request) => Answer): Route {
  return async (request, { params }) => answer((await params).environment, (ctx) => query(ctx, request));
}

/** The same for a POST that stores its file. */
export const uploadRoute = (command: (ctx: Ctx, request: Request) => Answer) => ofOwnOrigin(fileRoute(command));

/** A POST that stores something. Requests of other origins are refused, as for actions. */
export function ofOwnOrigin(route: Route): Route {
  return async (request, context) =>
    request.headers.get("origin") === env().appUrl ? route(request, context) : none(403);
}

/** Answers all view routes, as `action` does for server actions. */
async function answer(environment: string, query: (ctx: Ctx) => Answer): Promise<Response> {
  const user = await currentUser();
  if (!user) return none(401);
  if (await isPageOfOther(user)) return none(409);
  const ctx = contextFor(user, environment);
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
