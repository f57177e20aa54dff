import "server-only";
import { notFound, redirect } from "next/navigation";
import { isEnvironment } from "@/lib/environment";
import type { Person } from "./actor";
import { type Ctx, contextFor } from "./context";
import { currentPerson } from "./session";

/** The context of a page: somebody who is signed in, in an environment that exists. Otherwise the page does not go on. */
export async function viewerContext(environment: string): Promise<Ctx & { actor: Person }> {
  const person = await currentPerson();
  if (!person) redirect("/sign-in");
  const ctx = isEnvironment(environment) ? contextFor(person, environment) : null;
  if (!ctx) notFound();
  return { ...ctx, actor: person };
}
