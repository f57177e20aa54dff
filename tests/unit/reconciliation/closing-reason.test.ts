import { expect, test } from "vitest";
import { aboutOf, type Closing } from "@/lib/reconciliation/difference";

test("a closing reason is about the difference that stood there when it was begun, until that was refused", () => {
  const found = (ledgerAmount: string) => ({
    ...{ class: "amount_differs" as const, currency: "JPY", ledgerAmount, serviceAmount: "5000" },
  });
  let closing: Closing = { reason: "", seen: found("4900") };
  const type = (reason: string, now: ReturnType<typeof found>) => {
    closing = { reason, seen: aboutOf(closing, now) };
  };
  // Another run ended before anything was typed.
  expect(aboutOf(closing, found("4800"))).toEqual(found("4800"));
  type("the", found("4800"));
  type("the fee", found("1000"));
  expect(aboutOf(closing, found("1000"))).toEqual(found("4800"));
  // After the refusal it is about what that showed, and not what comes after.
  closing = { ...closing, seen: found("1000") };
  type("the fee of the bank", found("800"));
  expect(aboutOf(closing, found("800"))).toEqual(found("1000"));

  type("", found("800"));
  type("another", found("700"));
  expect(aboutOf(closing, found("600"))).toEqual(found("700"));
});
