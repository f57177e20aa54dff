import "server-only";
import { cookies } from "next/headers";
import { signInDeps } from "@/lib/auth/context";
import { passkeyChallenge } from "@/lib/auth/factors";
import { sessionOf } from "@/lib/auth/sessions";
import { PRIVATE } from "./private-answer";
import { sessionIdFrom } from "./session-cookie";

/** A passkey challenge, for a signed-in user or a pending session. */
export async function answerChallenge(request: Request): Promise<Response> {
  const deps = signInDeps();
  if (request.headers.get("origin") !== deps.appUrl) return new Response(null, { status: 403 });
  const sessionId = await sessionIdFrom(await cookies());
  const session = sessionId === null ? null : await sessionOf(deps, sessionId);
  if (!session) return new Response(null, { status: 401 });
  const prover = { userId: session.user.id, session: session.idHash };
  const options = await passkeyChallenge(deps.db, deps, prover);
  return Response.json(options, { headers: PRIVATE });
}
