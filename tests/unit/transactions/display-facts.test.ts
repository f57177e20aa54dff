import { describe, expect, test } from "vitest";
import { isClosedByOperations, provesAsMuch, SOURCES, toneOf } from "@/lib/transactions/status/status";
import {
  endedHere,
  hasNotLeft,
  isAwaitingApproval,
  isCorrectable,
  isNotToExist,
  isRefused,
  outcomeOf,
  SUBMISSIONS,
  type Submission,
} from "@/lib/transactions/submission/submission";

/** Of everything that can have become of a submission, this and nothing else. */
const only = (holds: (submission: Submission | null) => boolean) => [...SUBMISSIONS, null].filter(holds);

describe("of every outcome of a request", () => {
  const endings = ["declined", "sent_back", "withdrawn", "expired", "stopped"];

  test.each<[string, (submission: Submission | null) => boolean, (string | null)[]]>([
    ["waits for other people", isAwaitingApproval, ["awaiting_approval"]],
    ["ended among ourselves", endedHere, endings],
    ["can still be stopped", hasNotLeft, ["awaiting_approval", "queued"]],
    ["was refused by a user or the service", isRefused, ["declined", "rejected"]],
    ["can be corrected", isCorrectable, ["sent_back", "withdrawn", "expired", "rejected"]],
    [
      "is not to exist at the service, so that a user must see it if it does",
      isNotToExist,
      ["awaiting_approval", ...endings.slice(0, 4), "queued", "rejected", "not_created", "stopped"],
    ],
  ])("this %s", (_what, holds, expected) => expect(only(holds)).toEqual(expected));
});

describe("a field that says that our request came twice", () => {
  const refusedFor = (field: string) =>
    outcomeOf({ kind: "refused", status: 400, message: "Validation failed.", fields: [field] });

  test.each(["referenceId has been used", "  nonce was seen", "REFERENCEID: taken"])("%s: unknown", (field) => {
    expect(refusedFor(field)).toBe("unknown");
  });

  test.each(["amount is not above the nonce", "xreferenceId", "referenceIds", "the referenceId"])(
    "%s: nothing was created",
    (field) => expect(refusedFor(field)).toBe("rejected"),
  );
});

describe("the tone of a status", () => {
  test.each([
    ["COMPLETED", "paid"],
    ["FAILED", "failed"],
    ["CANCELLED", "watch"],
    ["RESOLVED", "watch"],
    ["SUCCESS", "neutral"],
    ["PENDING", "neutral"],
  ])("%s is %s", (status, tone) => expect(toneOf(status)).toBe(tone));

  test("nothing that was said is neither closed nor a weaker reason than any", () => {
    expect(isClosedByOperations(null)).toBe(false);
    expect(SOURCES.filter((source) => provesAsMuch(source, null))).toEqual([...SOURCES]);
  });
});
