import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestContext, type TestContext } from "./test-context";

let context: TestContext;
beforeAll(async () => {
  context = await openTestContext();
});
afterAll(() => context.close());

const page = async () => (await fetch(`${context.operatorUrl()}/`)).text();

test("it shows orders with the moves that are open to them, and text as text", async () => {
  const order = context.withdrawal({ referenceId: "<img src=x>" });
  const { body } = await context.call("/withdraw", order);
  const shown = await page();
  expect(shown).toContain("&lt;img src=x&gt;");
  expect(shown).not.toContain("<img");
  for (const move of ["pend", "complete", "fail", "cancel", "resolve"]) {
    expect(shown).toContain(`data-path="/orders/${body.transactionId}/${move}"`);
  }
  await context.operator("POST", `/orders/${body.transactionId}/fail`);
  expect(await page()).not.toContain(`/orders/${body.transactionId}/`);
});

test("it shows what an order's money has done", async () => {
  const { body } = await context.call("/withdraw", context.withdrawal());
  await context.operator("POST", `/orders/${body.transactionId}/complete`);
  const rows = (await page()).split("<tr>").filter((row) => row.includes(`<td>${body.transactionId}</td>`));
  expect(rows.map((row) => row.match(/(HOLD|CAPTURE|FEE)<\/td><td>(\d+ JPY)/)?.slice(1))).toEqual([
    ["FEE", "210 JPY"],
    ["CAPTURE", "12000 JPY"],
    ["HOLD", "12210 JPY"],
  ]);
});

test("it says whether the ledger balances, and never shows a key", async () => {
  const shown = await page();
  expect(shown).toContain("The ledger balances.");
  expect(shown).not.toContain(context.merchant.apiKey);
  expect(shown).not.toContain(context.merchant.secretKey);
});
