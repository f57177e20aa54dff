import { afterAll, beforeAll, expect, test } from "vitest";
import type { Ctx } from "@/lib/auth/context";
import { decideBatch } from "@/lib/batches/approvals";
import { formatAmount } from "@/lib/money/format";
import { manyRows } from "../../support/batch-rows";
import { batchOf, requestAsSeen, uploaded } from "../../support/batches";
import { openTestContext, type TestContext } from "../../support/context";

let context: TestContext;
let approver: Ctx;

beforeAll(async () => {
  context = await openTestContext(undefined, { environment: "production" });
  approver = await context.as("approver");
});
afterAll(() => context.close());

let used = 0;

/** A batch that needs two approvals. */
async function waiting(count = 12): Promise<string> {
  used += 10_000;
  const rows = manyRows(count, used).map((row) => ({ ...row, amount: "100,000" }));
  const batchId = await uploaded(context, rows);
  await requestAsSeen(context, batchId);
  expect(await batchOf(context, batchId)).toMatchObject({ state: "awaiting_approval", approversNeeded: 2 });
  return batchId;
}

/** Approves it, with the count as it is typed again. */
async function approve(ctx: Ctx, batchId: string, typed?: string) {
  const { root, totals } = await batchOf(context, batchId);
  const [{ currency = "", amount = "", count = 0 } = {}] = totals ?? [];
  const again = { count: typed ?? String(count), amounts: { [currency]: formatAmount(amount, currency) } };
  return decideBatch(ctx, { batchId, decision: "approved", digest: root ?? "", again });
}

test("the count may be typed again as the button has it", async () => {
  const batchId = await waiting(1_000);
  for (const wrong of ["1,001", "1.000", "10,00 0", ""]) {
    expect(await approve(approver, batchId, wrong), wrong).toMatchObject({ error: { kind: "amount_differs" } });
  }
  expect(await approve(approver, batchId, " １，０００ ")).toMatchObject({ ok: true });
  expect(await approve(await context.as("admin"), batchId, "1,000")).toMatchObject({ value: { state: "sending" } });
});
