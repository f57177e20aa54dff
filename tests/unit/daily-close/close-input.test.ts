import { expect, test } from "vitest";
import { closeInput } from "@/lib/daily-close/schema";
import { closeExceptionInput } from "@/lib/reconciliation/schema";

// As long as the service may make them (lib/payments-api/values.ts).
const CURRENCY = "C".repeat(300);
const AMOUNT = `-${"9".repeat(64)}${"0".repeat(99)}.5`;

test("what does not add up can be closed with the longest currency and amount", () => {
  const seen = [{ currency: CURRENCY, difference: AMOUNT }];
  expect(closeInput.safeParse({ day: "2026-11-20", reason: "checked", seen })).toMatchObject({ data: { seen } });
});

test("an exception can be closed with the longest currency and amounts", () => {
  const seen = { class: "amount_differs", currency: CURRENCY, ledgerAmount: AMOUNT, serviceAmount: null };
  const id = "0197f3a0-0000-7000-8000-000000000000";
  expect(closeExceptionInput.safeParse({ id, reason: "checked", seen })).toMatchObject({ data: { seen } });
  expect(
    closeExceptionInput.safeParse({ id, reason: "checked", seen: { ...seen, ledgerAmount: "1e3" } }),
  ).toMatchObject({
    success: false,
  });
});
