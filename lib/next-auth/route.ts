import "server-only";
import NextAuth from "next-auth";
import { isSmall } from "@/lib/http/body-limit";
import { authOptions } from "./options";
import { comeAgain, ISSUER } from "./sso-provider";

type Context = { params: Promise<{ nextauth: string[] }> };

/** What we use of next-auth. It has more routes, one of which logs what a stranger sends. */
const USED = ["csrf", "session", "signin", "callback", "signout", "error"];

export async function answerAuth(request: Request, context: Context): Promise<Response> {
  const [action = "", provider] = (await context.params).nextauth;
  if (!USED.includes(action)) return new Response(null, { status: 404 });
  if (request.method === "GET" && action === "callback" && provider === ISSUER) {
    const asked = comeAgain(request);
    if (asked) return asked;
  }
  if (request.method !== "GET" && !isSmall(request)) return new Response(null, { status: 413 });
  // The options are read at request time: a build has no settings.
  let isRevoked = true;
  const options = authOptions(() => {
    isRevoked = false;
  });
  const answer: Response = await NextAuth(options)(request, context);
  // The browser keeps its cookie, so that its user can try again: the session goes on.
  return isRevoked ? answer : new Response(null, { status: 503 });
}
