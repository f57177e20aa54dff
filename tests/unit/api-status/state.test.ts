import { describe, expect, test } from "vitest";
import { announcedSeen, diagnose, type SeenFact, strangeIn } from "@/lib/api-status/state";
import type { Failure } from "@/lib/payments-api/failure";

const NOW = new Date("2026-11-21T05:00:00Z");
const refused = (status: number, message: string): Failure => ({ kind: "refused", status, message, fields: [] });

// What the answer to a harmless question says of: reachable, clock, key, IP address, signature. + right, - wrong, ? unknown
const TABLE: [what: string, failure: Failure | null, expected: string][] = [
  ["an answer", null, "+ + + + +"],
  ["no such name", { kind: "not_sent", reason: "name_not_found" }, "- + ? ? ?"],
  ["a refused connection", { kind: "not_sent", reason: "connection_refused" }, "- + ? ? ?"],
  ["silence", { kind: "unknown", reason: "no_answer" }, "- + ? ? ?"],
  ["a fault of the service", { kind: "unknown", reason: "server_error", status: 503 }, "- + ? ? ?"],
  ["a proxy's page", { kind: "unknown", reason: "unreadable_answer", status: 200 }, "- + ? ? ?"],
  ["an answer of another time", { kind: "unknown", reason: "outdated_answer", status: 200 }, "+ + ? ? ?"],
  ["an unknown key", refused(401, "Invalid API key"), "+ + - ? ?"],
  ["an address that is not allowed", refused(403, "Invalid IP address."), "+ + ? - ?"],
  ["a bad signature today", refused(400, "Invalid signature"), "+ + + + -"],
  ["a bad signature as announced", refused(401, "Invalid signature"), "+ + + + -"],
  ["a clock that is wrong", refused(400, "Invalid or expired timestamp"), "+ - + + ?"],
  ["another refusal", refused(400, "Validation failed."), "+ + ? ? ?"],
];

describe("what an answer says of the connection", () => {
  test.each(TABLE)("%s", (_what, failure, expected) => {
    const { reachable, clock, key, ip, signature } = diagnose({ failure, serviceTime: NOW, ourTime: NOW });
    const signs = { right: "+", wrong: "-", unknown: "?" };
    expect([reachable, clock, key, ip, signature].map((verdict) => signs[verdict]).join(" ")).toBe(expected);
  });

  test("the clock is wrong when it is more than half a minute off, and unknown without a stated time", () => {
    const clock = (serviceTime: Date | null) => diagnose({ failure: null, serviceTime, ourTime: NOW }).clock;
    expect(clock(new Date(NOW.getTime() - 30_000))).toBe("right");
    expect(clock(new Date(NOW.getTime() + 31_000))).toBe("wrong");
    expect(clock(null)).toBe("unknown");
  });
});

const seen = (fact: string, value: string, first: number, last: number): SeenFact => ({
  fact,
  value,
  firstSeenAt: new Date(NOW.getTime() + first * 1000).toISOString(),
  lastSeenAt: new Date(NOW.getTime() + last * 1000).toISOString(),
});

describe("announced changes", () => {
  test("the same content twice is called that: it does not show why it was sent again", () => {
    const found = announcedSeen([seen("callback_repeated", "yes", 0, 5)]);
    expect(found.find(({ change }) => change === "repeated_callbacks")).toMatchObject({ state: "twice" });
  });

  const stateOf = (...facts: SeenFact[]) =>
    announcedSeen(facts).find(({ change }) => change === "signed_callbacks")?.state;

  test("are seen when the new way was, and not yet while only the old way was", () => {
    expect(stateOf()).toBe("nothing_seen");
    expect(stateOf(seen("callback_signature", "absent", 0, 5))).toBe("not_yet");
    expect(stateOf(seen("callback_signature", "absent", 0, 5), seen("callback_signature", "valid", 6, 9))).toBe("seen");
  });

  test("that came and went again are distinguished", () => {
    expect(stateOf(seen("callback_signature", "absent", 0, 9), seen("callback_signature", "valid", 6, 7))).toBe("both");
  });

  test("unannounced changes are listed separately", () => {
    const facts = [seen("callback_unknown_field", "memo", 0, 1), seen("callback_signature", "absent", 0, 1)];
    expect(strangeIn(facts)).toEqual([facts[0]]);
  });
});
