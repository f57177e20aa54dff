import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { afterAnswer, type Circuit, CLOSED, type Health, healthOf, wishedMs } from "@/lib/payments-api/circuit-breaker";
import type { Failure } from "@/lib/payments-api/failure";

const NOW = new Date("2026-11-21T05:00:00Z");
const heard = { now: NOW, isProbe: false, wishMs: null, spread: 0.5 };
const pauseOf = ({ openUntil }: Circuit, now = NOW) =>
  openUntil === null ? null : openUntil.getTime() - now.getTime();

describe("what an answer says about the service", () => {
  const refused = (status: number): Failure => ({ kind: "refused", status, message: "", fields: [] });
  const doubt = (status: number): Failure => ({ kind: "unknown", reason: "undocumented_status", status });
  const server = (status: number) => ({ kind: "unknown", reason: "server_error", status }) as const;
  test.each<[string, Failure | null, Health]>([
    ["an order", null, "up"],
    ["no id that it takes", { kind: "refused", status: 400, message: "", fields: ["id is invalid"] }, "up"],
    ["no such order", refused(404), "up"],
    [
      "no KYC channel that it takes",
      { kind: "refused", status: 400, message: "", fields: ["gateway: is required"] },
      "up",
    ],
    ["a KYC channel that is not enabled", { ...server(502), code: "GATEWAY_NOT_ENABLED" }, "up"],
    ["a fault with another code", { ...server(502), code: "UPSTREAM_ERROR" }, "down"],
    ["our key is wrong", refused(401), "down"],
    ["our address is not allowed", refused(403), "down"],
    ["our signature is wrong", refused(400), "down"],
    ["too many requests", doubt(429), "overloaded"],
    ["an undocumented conflict", doubt(409), "down"],
    ["a fault", { kind: "unknown", reason: "server_error", status: 503 }, "down"],
    ["nothing", { kind: "unknown", reason: "no_answer" }, "down"],
    ["no connection", { kind: "not_sent", reason: "connection_refused" }, "down"],
  ])("%s", (_what, failure, health) => {
    expect(healthOf(failure)).toBe(health);
  });

  test.each([
    ["120", 120_000],
    ["0", 0],
    [undefined, null],
    ["Wed, 21 Oct 2026 07:28:00 GMT", null],
    ["-1", null],
    ["1e9", null],
  ])("Retry-After: %s is %s ms", (header, ms) => {
    expect(wishedMs(header)).toBe(ms);
  });
});

describe("the circuit", () => {
  const stateAfter = (healths: Health[], from = CLOSED) =>
    healths.reduce((held, one) => afterAnswer(held, one, heard), from);

  test("four failures in a row leave it closed, the fifth opens it", () => {
    expect(stateAfter(Array(4).fill("down")).openUntil).toBeNull();
    expect(pauseOf(stateAfter(Array(5).fill("down")))).toBe(10_000);
  });

  test("one good response resets it", () => {
    expect(stateAfter(["down", "down", "down", "down", "up", "down"])).toMatchObject({ failures: 1, openUntil: null });
    expect(stateAfter([...Array<Health>(9).fill("down"), "up"])).toEqual(CLOSED);
  });

  test("too many requests open it immediately, for as long as the service asks, within limits", () => {
    const paused = (wishMs: number) => pauseOf(afterAnswer(CLOSED, "overloaded", { ...heard, wishMs }));
    expect([paused(0), paused(120_000), paused(86_400_000)]).toEqual([10_000, 120_000, 900_000]);
  });

  test("each probe that fails makes the pause longer, up to five minutes", () => {
    let held = stateAfter(Array(5).fill("down"));
    const pauses = Array.from({ length: 7 }, () => {
      held = afterAnswer(held, "down", { ...heard, isProbe: true });
      return pauseOf(held);
    });
    expect(pauses).toEqual([20_000, 40_000, 80_000, 160_000, 300_000, 300_000, 300_000]);
  });

  test("checks under way when it opened do not extend the pause", () => {
    const open = stateAfter(Array(5).fill("down"));
    expect(stateAfter(["down", "overloaded"], open)).toMatchObject({ trips: 1, openUntil: open.openUntil });
  });

  test("for any sequence it is never open for more than a quarter of an hour, and closes with the first good answer", () => {
    const health = fc.constantFrom<Health>("up", "down", "overloaded");
    const step = fc.record({
      health,
      isProbe: fc.boolean(),
      wishMs: fc.option(fc.nat(10 ** 9)),
      spread: fc.double({ min: 0, max: 1, noNaN: true }),
      laterMs: fc.nat(600_000),
    });
    fc.assert(
      fc.property(fc.array(step), (steps) => {
        let now = NOW;
        let held = CLOSED;
        for (const { health, laterMs, ...how } of steps) {
          now = new Date(now.getTime() + laterMs);
          held = afterAnswer(held, health, { ...how, now });
          expect(pauseOf(held, now) ?? 0).toBeLessThanOrEqual(900_000);
        }
        expect(afterAnswer(held, "up", { ...heard, now })).toEqual(CLOSED);
      }),
    );
  });
});
