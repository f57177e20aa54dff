import "server-only";
import { type Ctx, contextFor } from "@/lib/auth/context";
import { urgentDb } from "@/lib/db/connection";
import { type Environment, isEnvironment } from "@/lib/environment";
import { type Answer, say } from "./answer";

/** Created once: a context also builds an API client, which callbacks do not use. */
const contexts = new Map<Environment, Ctx | null>();

function contextOf(environment: Environment): Ctx | null {
  const known = contexts.get(environment);
  if (known !== undefined) return known;
  const found = contextFor({ kind: "callback", id: "callback", name: "callback" }, environment);
  const made = found && { ...found, db: urgentDb() };
  contexts.set(environment, made);
  return made;
}

/** The context of a call to `/api/callbacks/[environment]/[token]`, or the response that refuses it. */
export function callbackContext(method: string, environment: string): Ctx | Answer {
  if (method !== "POST") return say(405, "only POST", { allow: "POST" });
  return (isEnvironment(environment) ? contextOf(environment) : null) ?? say(404, "no such address");
}
