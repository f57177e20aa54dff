import { expect, test } from "vitest";
import { sentenceKeyOf } from "@/lib/transactions/status/sentence";

const ALTERED = {
  status: null,
  conflict: true,
  discrepancyKind: "altered",
  possiblySentUntil: null,
  replaces: null,
} as const;

test.each([
  ["queued", "altered"],
  ["awaiting_approval", "altered"],
  ["rejected", "alteredSent"],
  ["not_created", "alteredSent"],
] as const)("an altered order that is %s is described as %s", (submission, expected) => {
  expect(sentenceKeyOf({ ...ALTERED, submission })).toBe(expected);
});
