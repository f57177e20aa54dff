import { expect, test } from "vitest";
import { aboutOf, type ExceptionDrafts, forgetDraft, keepDraft } from "@/components/reconciliation/exception-drafts";

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

test("a closing reason is about the difference that stood there when it was begun, until that was refused", () => {
  const drafts: ExceptionDrafts = new Map();
  const found = (ledgerAmount: string) => ({
    ...{ class: "amount_differs" as const, currency: "JPY", ledgerAmount, serviceAmount: "5000" },
  });
  const type = (closing: string, now: ReturnType<typeof found>) =>
    keepDraft(drafts, "one", { closing, about: aboutOf(drafts.get("one"), now) });
  expect(aboutOf(drafts.get("one"), found("4900"))).toEqual(found("4900"));
  type("the", found("4900"));
  type("the fee", found("1000"));
  expect(aboutOf(drafts.get("one"), found("1000"))).toEqual(found("4900"));
  // After the refusal it is about what that showed, and not what comes after.
  keepDraft(drafts, "one", { about: found("1000") });
  type("the fee of the bank", found("800"));
  expect(aboutOf(drafts.get("one"), found("800"))).toEqual(found("1000"));

  type("", found("800"));
  type("another", found("700"));
  expect(aboutOf(drafts.get("one"), found("600"))).toEqual(found("700"));
  forgetDraft(drafts, "one", { closing: "another" });
  expect(aboutOf(drafts.get("one"), found("600"))).toEqual(found("600"));
});
