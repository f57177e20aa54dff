import { describe, expect, test } from "vitest";
import { checksDue, resendFrom } from "@/components/transactions/resend-time";
import { isShown } from "@/components/transactions/timeline-shown";
import type { TimelineEntry } from "@/lib/transactions/schema";

const expiresAt = "2026-11-23T05:07:40.000Z";
const at = (time: string) => new Date(`2026-11-23T${time}Z`);

describe("from when a lost request may be made again", () => {
  test("two checks a minute apart follow the expiry, and the whole minute after them is said", () => {
    expect(checksDue({ expiresAt, checks: [] })).toEqual([at("05:07:45"), at("05:08:45")]);
    expect(resendFrom({ expiresAt, checks: [], missing: "expiry" })).toEqual(at("05:09:00"));
  });

  test("counts from the first check that was made", () => {
    const checks = ["2026-11-23T05:08:10.000Z"];
    expect(checksDue({ expiresAt, checks })).toEqual([at("05:08:10"), at("05:09:10")]);
    expect(resendFrom({ expiresAt, checks, missing: "second_look" })).toEqual(at("05:10:00"));
  });

  test.each(["control", "service_clock", "first_word", "second_word"] as const)(
    "is no matter of time: %s",
    (missing) => {
      expect(resendFrom({ expiresAt, checks: [], missing })).toBeNull();
    },
  );
});

describe("what the timeline shows", () => {
  const entry = (kind: "did" | "noted" | "reported") => ({ kind }) as TimelineEntry;
  test.each([
    ["did", "users"],
    ["noted", "users"],
    ["reported", "api"],
  ] as const)("%s is of %s", (kind, of) => {
    expect(isShown(entry(kind), null)).toBe(true);
    expect([isShown(entry(kind), "users"), isShown(entry(kind), "api")]).toEqual([of === "users", of === "api"]);
  });
});
