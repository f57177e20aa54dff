import { expect, test } from "vitest";
import { type ExceptionDrafts, forgetDraft, keepDraft } from "@/components/reconciliation/exception-drafts";

test("what was typed about an exception is kept until it was saved, each part of it", () => {
  const drafts: ExceptionDrafts = new Map();
  keepDraft(drafts, "one", { note: "a fee" });
  keepDraft(drafts, "one", { reason: "fee_deducted" });
  keepDraft(drafts, "one", { closing: "booked in" });
  keepDraft(drafts, "other", { note: "a refund" });
  expect(drafts.get("one")).toEqual({ note: "a fee", reason: "fee_deducted", closing: "booked in" });

  // More was typed before the answer came.
  keepDraft(drafts, "one", { note: "a fee of 100" });
  forgetDraft(drafts, "one", { note: "a fee", reason: "fee_deducted" });
  expect(drafts.get("one")).toEqual({ note: "a fee of 100", closing: "booked in" });
  forgetDraft(drafts, "one", { closing: "booked in" });
  expect(drafts.get("one")).toEqual({ note: "a fee of 100" });
  expect(drafts.get("other")).toEqual({ note: "a refund" });
});
