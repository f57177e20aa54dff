import { expect, test } from "vitest";
import { depositInput } from "@/lib/deposits/schema";
import { withdrawalInput } from "@/lib/withdrawals/schema";
import { DEMO_DEPOSITS } from "@/scripts/lib/demo-deposits.mjs";
import { DEMO_WITHDRAWALS } from "@/scripts/lib/demo-withdrawals.mjs";

test("every order of the demo is one that the forms take, each from a form of its own", () => {
  for (const typed of DEMO_WITHDRAWALS) expect(withdrawalInput.safeParse(typed).error).toBeUndefined();
  for (const typed of DEMO_DEPOSITS) expect(depositInput.safeParse(typed).error).toBeUndefined();
  const forms = [...DEMO_WITHDRAWALS, ...DEMO_DEPOSITS].map(({ formId }) => formId);
  expect(new Set(forms).size).toBe(forms.length);
});
