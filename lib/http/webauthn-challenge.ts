import "server-only";
import { cookies } from "next/headers";
import { passkeyChallenge } from "@/lib/auth/factors";
import { sessionOf } from "@/lib/auth/sessions";
import { db } from "@/lib/db/connection";
import { env } from "@/lib/env";
import { PRIVATE } from "./private-answer";
import { sessionIdFrom } from "./session-cookie";

/** A passkey challenge, for a signed-in user or a pending session. */
export async function answerChallenge(request: Request): Promise<Response> {
  const { appUrl, passwordSignIn } = env();
  if (request.headers.get("origin") !== appUrl) return new Response(null, { status: 403 });
  const clock = { db: db(), now: () => new Date() };
  const sessionId = await sessionIdFrom(await cookies());
  const session = sessionId === null ? null : await sessionOf({ ...clock, passwordSignIn }, sessionId);
  if (!session) return new Response(null, { status: 401 });
  const prover = { userId: session.user.id, session: session.idHash };
  const options = await passkeyChallenge(clock.db, { ...clock, appUrl }, prover);
  return Response.json(options, { headers: PRIVATE });
}
