import "server-only";
import type { Route } from "next";
import { headers } from "next/headers";
import { notFound, redirect } from "next/navigation";
import type { User } from "@/lib/auth/actor";
import { type Ctx, contextFor } from "@/lib/auth/context";
import { activeUser, currentSecondStep } from "./current-user";
import { PAGE_ADDRESS } from "./middleware";

export type Viewer = Ctx & { actor: User };

/**
 * The context of a page: a signed-in user in an existing environment; otherwise the page redirects. A user whose role
 * requires a second factor is sent to its set-up.
 */
export async function viewerContext(environment: string): Promise<Viewer> {
  const ctx = await setUpContext(environment);
  if (ctx.actor.isConfined) redirect(`/${ctx.environment}/settings/security`);
  return ctx;
}

/** The same for the layout and the security page, which must work before a second factor is set up. */
export async function setUpContext(environment: string): Promise<Viewer> {
  const user = await activeUser();
  if (!user) redirect(await signInAddress());
  const ctx = contextFor(user, environment);
  if (!ctx) notFound();
  return { ...ctx, actor: user };
}

/** The step of signing in that comes next, which leads back to this page. */
async function signInAddress(): Promise<Route> {
  const step = (await currentSecondStep()) ? "/sign-in/second-step" : "/sign-in";
  const here = (await headers()).get(PAGE_ADDRESS);
  return here === null ? step : `${step}?return=${encodeURIComponent(here)}`;
}
