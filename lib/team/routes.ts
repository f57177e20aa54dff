import "server-only";
import type { z } from "zod";
import { signInDeps } from "@/lib/auth/context";
import { knownDevice } from "@/lib/auth/sessions";
import { readBody } from "@/lib/callbacks/body";
import { env } from "@/lib/env";
import { fieldProblems, parsedJson } from "@/lib/fields";
import { deviceInCookie, keepDevice } from "@/lib/http/device-cookie";
import { PRIVATE } from "@/lib/http/private-answer";
import { sourceFrom } from "@/lib/http/remote-address";
import { ok } from "@/lib/result";
import { askForLink, readLink, useLink } from "./accept-invitation";
import { type LinkView, linkToken, linkUse, passwordReset } from "./schema";

/**
 * The two entry points for users who are not signed in. Both answer with a Result as JSON, like an action; where passwords are
 * off there is nothing behind them, and they are not there.
 */

/** Who holds a link chooses a password. Their browser is known from then on: guesses of others cannot shut it out. */
export const answerLink = (request: Request) =>
  answer(request, linkUse, async (use) => {
    const used = await useLink(signInDeps(), use);
    if (!used.ok) return used;
    const { email, userId } = used.value;
    await keepDevice(knownDevice(signInDeps().vault, await deviceInCookie(), userId, "link"));
    return ok({ email });
  });

/** Requests a link to reset the password. */
export const answerPasswordReset = (request: Request) =>
  answer(request, passwordReset, ({ email }) =>
    askForLink(signInDeps(), { email, address: sourceFrom(request.headers) }),
  );

async function answer<S extends z.ZodType>(
  request: Request,
  input: S,
  command: (input: z.output<S>) => Promise<object>,
): Promise<Response> {
  const { appUrl, passwordSignIn } = env();
  if (!passwordSignIn) return new Response(null, { status: 404 });
  if (request.headers.get("origin") !== appUrl) return new Response(null, { status: 403 });
  const { bytes, cut } = await readBody(request);
  const parsed = input.safeParse(cut === null ? parsedJson(bytes.toString("utf8")) : undefined);
  const said = parsed.success
    ? await command(parsed.data)
    : { ok: false, error: { kind: "invalid", fields: fieldProblems(parsed.error) } };
  return Response.json(said, { headers: PRIVATE });
}

/** What the link in this address is for, as its page says it. */
export async function linkView(token: string): Promise<LinkView | null> {
  return linkToken.safeParse(token).success ? readLink(signInDeps(), token) : null;
}

/** Whether password links can be sent by e-mail. */
export const canWrite = (): boolean => env().smtp !== null;
