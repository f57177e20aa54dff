import "server-only";
import { notFound, redirect } from "next/navigation";
import type { User } from "@/lib/auth/actor";
import { type Ctx, contextFor } from "@/lib/auth/context";
import { isEnvironment } from "@/lib/environment";
import { activeUser, currentSecondStep } from "./current-user";

export type Viewer = Ctx & { actor: User };

/**
 * The context of a page: somebody who is signed in, in an environment that exists. Otherwise the page does not go on.
 * Whose role still needs a second factor is led to where it is set up.
 */
export async function viewerContext(environment: string): Promise<Viewer> {
  const ctx = await setUpContext(environment);
  if (ctx.actor.isConfined) redirect(`/${ctx.environment}/settings/security`);
  return ctx;
}

/** The same for what must be reached before a second factor is set up: the frame, and the page on which that is done. */
export async function setUpContext(environment: string): Promise<Viewer> {
  const person = await activeUser();
  if (!person) redirect((await currentSecondStep()) ? "/sign-in/second-step" : "/sign-in");
  const ctx = isEnvironment(environment) ? contextFor(person, environment) : null;
  if (!ctx) notFound();
  return { ...ctx, actor: person };
}
