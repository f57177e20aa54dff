import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { sendFailureOf, sendInTime } from "@/components/forms/send-in-time";
import { isTooLate } from "@/lib/send-by";

/** The network: answers the question for the time, or does not. */
let timeIsAnswered: () => Promise<Response>;
const SERVER_NOW = new Date("2026-11-21T03:00:00.000Z");
const answer = async () => Response.json({ now: SERVER_NOW.toISOString() });

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance", "Date"] });
  timeIsAnswered = answer;
  vi.stubGlobal("fetch", () => timeIsAnswered());
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const failureOf = (sending: Promise<unknown>) => sending.then(() => null, sendFailureOf);
const never = () => new Promise<never>(() => {});

test("an answer in time is passed on, and the action carries the press plus 15 seconds", async () => {
  timeIsAnswered = async () => {
    await vi.advanceTimersByTimeAsync(4_000);
    return answer();
  };
  const sendBy = await sendInTime(async (deadline) => deadline);
  expect(Date.parse(sendBy) - SERVER_NOW.getTime()).toBe(11_000);
  expect(isTooLate(sendBy, new Date(Date.parse(sendBy)))).toBe(false);
  expect(isTooLate(sendBy, new Date(Date.parse(sendBy) + 1))).toBe(true);
});

test("without a network nothing is called, now or later", async () => {
  timeIsAnswered = () => Promise.reject(new TypeError("Failed to fetch"));
  const send = vi.fn(never);
  expect(await failureOf(sendInTime(send))).toBe("not_sent");
  await vi.advanceTimersByTimeAsync(60_000);
  expect(send).not.toHaveBeenCalled();
});

test("a server that does not tell its time in 15 seconds is not sent anything, however late it answers", async () => {
  const late = Promise.withResolvers<Response>();
  timeIsAnswered = () => late.promise;
  const send = vi.fn(never);
  const failure = failureOf(sendInTime(send));
  await vi.advanceTimersByTimeAsync(15_000);
  expect(await failure).toBe("not_sent");
  late.resolve(await answer());
  await vi.advanceTimersByTimeAsync(1_000);
  expect(send).not.toHaveBeenCalled();
});

test("a machine that slept in between sends nothing", async () => {
  timeIsAnswered = async () => {
    vi.setSystemTime(Date.now() + 3_600_000); // The monotonic clock stands still meanwhile.
    return answer();
  };
  const send = vi.fn(never);
  expect(await failureOf(sendInTime(send))).toBe("not_sent");
  expect(send).not.toHaveBeenCalled();
});

test("once the action was called, no answer and a lost connection are unknown", async () => {
  const lost = () => Promise.reject(new TypeError("Failed to fetch"));
  expect(await failureOf(sendInTime(lost))).toBe("unknown");
  const failure = failureOf(sendInTime(never));
  await vi.advanceTimersByTimeAsync(15_000);
  expect(await failure).toBe("unknown");
});
