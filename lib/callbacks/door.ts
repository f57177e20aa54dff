import "server-only";
import { type Ctx, contextFor } from "@/lib/auth/context";
import { type Environment, isEnvironment } from "@/lib/environment";

const PLAIN = { "content-type": "text/plain; charset=utf-8" };

/** Made once, as making one builds a client of the service, which no callback needs. */
const contexts = new Map<Environment, Ctx | null>();

function contextOf(environment: Environment): Ctx | null {
  const known = contexts.get(environment);
  if (known !== undefined) return known;
  const made = contextFor({ kind: "callback", id: "callback", name: "callback" }, environment);
  contexts.set(environment, made);
  return made;
}

type Call = { method: string; environment: string };

/** What every door does with a call to `/api/callbacks/[environment]/[token]`, before it is taken. */
export async function takeCallback({ method, environment }: Call, take: (ctx: Ctx) => Promise<Response>) {
  if (method !== "POST") return new Response("only POST", { status: 405, headers: { ...PLAIN, allow: "POST" } });
  const ctx = isEnvironment(environment) ? contextOf(environment) : null;
  return ctx ? take(ctx) : new Response("no such address", { status: 404, headers: PLAIN });
}
