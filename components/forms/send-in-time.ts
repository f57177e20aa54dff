"use client";

import { fetchView } from "@/lib/fetch-view";
import { SEND_WINDOW_MS, type ServerTime, sendByOf } from "@/lib/send-by";

/** The request was never made: nothing has left the browser, and nothing will. */
class NotSent extends Error {
  override name = "NotSent";
}

/** How a request without an answer ended. */
export type SendFailure = "not_sent" | "unknown";

/** Null while there is no failure. Only `NotSent` proves anything; every other error leaves the outcome unknown. */
export const sendFailureOf = (error: unknown): SendFailure | null => {
  if (error === null) return null;
  return error instanceof NotSent ? "not_sent" : "unknown";
};

/** Without a network nothing is sent. A browser that says so can be wrong, so the server is asked before it is believed. */
export async function assertReachable(): Promise<void> {
  if (navigator.onLine) return;
  const asking = fetchView<ServerTime>("/api/server-time", AbortSignal.timeout(SEND_WINDOW_MS));
  await asking.catch((cause: unknown) => {
    throw new NotSent("the browser has no network", { cause });
  });
}

/**
 * Calls a server action within 15 seconds of the press. A request cannot be taken back once the browser has it, and may
 * be delivered late, so the server's time is asked for first: the action carries its deadline, and the server holds it.
 */
export async function sendInTime<T>(send: (sendBy: string) => Promise<T>): Promise<T> {
  const sincePress = stopwatch();
  const timeUp = Promise.withResolvers<never>();
  const asking = new AbortController();
  const timer = setTimeout(() => {
    asking.abort();
    timeUp.reject(new Error("no answer in time"));
  }, SEND_WINDOW_MS);
  try {
    const sendBy = await Promise.race([deadline(asking.signal, sincePress), timeUp.promise]).catch((cause: unknown) => {
      throw new NotSent("the server could not be reached", { cause });
    });
    return await Promise.race([send(sendBy), timeUp.promise]);
  } finally {
    clearTimeout(timer);
  }
}

async function deadline(signal: AbortSignal, sincePress: () => number): Promise<string> {
  const time = await fetchView<ServerTime>("/api/server-time", signal);
  const elapsed = sincePress();
  if (elapsed >= SEND_WINDOW_MS) throw new Error("too late to send");
  return sendByOf(time, elapsed);
}

/** The monotonic clock stops while a machine sleeps, the other one can be set: the longer of the two is the safe one. */
function stopwatch(): () => number {
  const [monotonic, wall] = [performance.now(), Date.now()];
  return () => Math.max(performance.now() - monotonic, Date.now() - wall);
}
