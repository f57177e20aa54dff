import { describe, expect, test } from "vitest";
import { fieldProblems } from "@/lib/fields";
import { endpointInput, replayInput } from "@/lib/webhooks/schema";

describe("the days whose events are sent again", () => {
  const endpointId = "00000000-0000-4000-8000-000000000001";
  const problemsOf = (from: string, to: string) => {
    const read = replayInput.safeParse({ endpointId, from, to });
    return read.success ? {} : fieldProblems(read.error);
  };

  test("begin and end, in this order", () => {
    expect(problemsOf("2026-11-27", "2026-11-28")).toEqual({});
    expect(problemsOf("2026-11-28", "2026-11-28")).toEqual({});
    expect(problemsOf("2026-11-28", "2026-11-27")).toEqual({ to: "dayRange" });
  });

  test("are both entered", () => {
    expect(problemsOf("", "")).toEqual({ from: "required", to: "required" });
    expect(problemsOf("2026-11-28", "")).toEqual({ to: "required" });
  });
});

test.each([
  ["http://example.com/x", "httpsAddress"],
  ["example.com", "httpsAddress"],
  ["https://user:pw@example.com/x", "addressWithUser"],
  ["https://user@example.com/x", "addressWithUser"],
  ["https://localhost/x", "publicHost"],
  ["https://example.com/x", undefined],
])("the address %s of an endpoint has the problem %s", (url, problem) => {
  const read = endpointInput.safeParse({ name: "ERP", url, types: ["order.created"] });
  expect(read.success ? undefined : fieldProblems(read.error).url).toBe(problem);
});
