import { readFileSync } from "node:fs";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { withdrawals } from "@/drizzle/schema/withdrawals";
import { DEMO_WITHDRAWALS } from "@/scripts/lib/demo-withdrawals.mjs";
import { openTestContext, type TestContext } from "../../support/context";
import { requested } from "../../support/orders";
import { countRequestsBySums } from "../../support/request-counting";

let context: TestContext;
beforeAll(async () => {
  context = await openTestContext();
  await countRequestsBySums(context.url);
});
afterAll(() => context.close());

/** How many approvals the payout of the README's first step takes. */
async function approversNeeded() {
  const [, amount = ""] = /request ¥([\d,]+)/.exec(readFileSync("README.md", "utf8")) ?? [];
  const { id } = await requested(context, { amount });
  const [made] = await context.db.select().from(withdrawals).where(eq(withdrawals.transactionRow, id));
  return made?.approversNeeded;
}

test("the first steps of the README: one approver in the demo, none with --empty", async () => {
  expect(await approversNeeded()).toBe(0);
  for (const typed of DEMO_WITHDRAWALS) await requested(context, typed as Parameters<typeof requested>[1]);
  expect(await approversNeeded()).toBe(1);
});
