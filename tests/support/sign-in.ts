import type { User } from "@/lib/auth/actor";
import type { Ctx } from "@/lib/auth/context";
import { createVault } from "@/lib/auth/crypto";
import type { Role } from "@/lib/auth/permissions";
import { type From, openSession, stepUp, userOf } from "@/lib/auth/sessions";
import type { Proof } from "@/lib/auth/step-up";
import { codeAt } from "@/lib/auth/totp";
import { confirmApp, startApp } from "@/lib/security/commands";
import type { TestContext } from "./context";

/** What signing in needs to know of a context. */
export const depsOf = ({ db, clock }: TestContext) => ({
  db,
  now: () => clock.now,
  appUrl: "http://console.test",
  vault: createVault("a secret of tests, long enough for anybody"),
  passwordSignIn: true,
});

/** Where a request comes from, unless something else is said. */
export const from = (more: Partial<From> = {}): From => ({
  userAgent: "test",
  address: "127.0.0.1",
  device: null,
  ...more,
});

/** The id of a session that this role has just opened with its password; half-way in where it has a second factor. */
export async function signedIn(context: TestContext, role: Role, more: Partial<From> = {}): Promise<string> {
  const attempt = { email: `${role}@test.example`, password: `password of ${role}`, ...from(more) };
  const opened = await openSession(depsOf(context), attempt);
  if (!opened.ok) throw new Error(opened.error.kind);
  return opened.value.sessionId;
}

/** A context for the user of this session. */
export async function within(context: TestContext, sessionId: string): Promise<Ctx & { actor: User }> {
  const actor = await userOf(depsOf(context), sessionId);
  if (!actor) throw new Error("no user has this session");
  return { ...(await context.as(actor.role)), actor };
}

/** The same somewhat later: a code is accepted once, and what was shown goes stale. */
export function wait(context: TestContext, seconds: number) {
  context.clock.now = new Date(context.clock.now.getTime() + seconds * 1000);
}

/** Shows something in this session; resolves to the id under which it goes on. */
export const prove = (context: TestContext, sessionId: string, proof: Proof, more: Partial<From> = {}) =>
  stepUp(depsOf(context), sessionId, proof, from(more));

export type App = { secret: string; recoveryCodes: string[] };

/** Sets up an authenticator app, as a person does on their own page. */
export async function setUpApp(context: TestContext, ctx: Ctx): Promise<App> {
  const begun = await startApp(ctx);
  if (!begun.ok) throw new Error(begun.error.kind);
  const { secret, startedAt } = begun.value;
  const confirmed = await confirmApp(ctx, { startedAt, code: codeAt(secret, context.clock.now) });
  if (!confirmed.ok) throw new Error(confirmed.error.kind);
  wait(context, 30);
  return { secret, recoveryCodes: confirmed.value.recoveryCodes?.codes ?? [] };
}

/** The code that the app shows now. */
export const codeOf = (context: TestContext, { secret }: App): Proof => ({
  by: "code",
  code: codeAt(secret, context.clock.now),
});
