import "server-only";
import { type Ctx, contextFor } from "@/lib/auth/context";
import { may, type Permission } from "@/lib/auth/permissions";
import { listen } from "@/lib/db/listen";
import { whenStopping } from "@/lib/shutdown";
import { signedInStill } from "./current-user";
import { none, PRIVATE } from "./private-answer";

/** Events within this time are sent as one. */
const TOLD_AT_MOST_EVERY_MS = 500;
/** How often the session is checked between events. It is also checked before each event. */
const CHECK_EVERY_MS = 10_000;

/**
 * Notifies the browser of changes by server-sent events; the browser then refetches. The stream ends with the session
 * or the process, and browsers reconnect automatically.
 */
export async function liveRoute(environment: string, permission: Permission, request: Request): Promise<Response> {
  const stillIn = await signedInStill();
  const user = await stillIn();
  if (!user) return none(401);
  const ctx = contextFor(user, environment);
  if (!ctx) return none(404);
  if (user.isConfined || !may(user.role, permission)) return none(403);

  const allowed = async () => {
    const now = await stillIn();
    return now !== null && !now.isConfined && may(now.role, permission);
  };
  return new Response(eventsOf(ctx, allowed, AbortSignal.any([request.signal, whenStopping()])), {
    headers: { ...PRIVATE, "content-type": "text/event-stream; charset=utf-8", "x-accel-buffering": "no" },
  });
}

function eventsOf(
  { environment }: Ctx,
  allowed: () => Promise<boolean>,
  left: AbortSignal,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let stop: (() => void) | null = null;
  return new ReadableStream({
    start(controller) {
      let isOpen = true;
      let pending: NodeJS.Timeout | undefined;
      const end = () => {
        if (!isOpen) return;
        isOpen = false;
        clearTimeout(pending);
        clearInterval(check);
        forget();
        left.removeEventListener("abort", end);
        controller.close();
      };
      const say = async (text: string) => {
        // The session may have ended since the stream was opened.
        const goesOn = await allowed().catch(() => false);
        if (!isOpen) return;
        if (!goesOn) return end();
        controller.enqueue(encoder.encode(text));
      };
      const check = setInterval(() => void say(": still here\n\n"), CHECK_EVERY_MS);
      const forget = listen((where) => {
        if (where !== null && where !== environment) return;
        pending ??= setTimeout(() => {
          pending = undefined;
          void say("event: news\ndata:\n\n");
        }, TOLD_AT_MOST_EVERY_MS);
      });
      stop = end;
      left.addEventListener("abort", end);
      controller.enqueue(encoder.encode("retry: 2000\n\n"));
    },
    cancel: () => stop?.(),
  });
}
