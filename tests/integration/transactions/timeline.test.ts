import { afterAll, beforeAll, expect, test } from "vitest";
import { getTimeline, getTransaction } from "@/lib/transaction-detail/queries";
import { timelineQuestion } from "@/lib/transactions/schema";
import { openTestContext, type TestContext } from "../../support/context";
import { requested } from "../../support/orders";

let context: TestContext;

beforeAll(async () => {
  context = await openTestContext();
});
afterAll(() => context.close());

test("8,000 hints leave an order's view small; its timeline is read page by page, each entry once", async () => {
  const { id, referenceId } = await requested(context);
  // Five in each moment, so that pages end in the middle of one.
  await context.pool.query(
    `insert into reports (transaction_row, at, source, status, verdict)
     select $1, now() + (n / 5) * interval '1 ms', 'unsigned_callback', 'PENDING', 'hint' from generate_series(1, 8000) n`,
    [id],
  );
  const ops = await context.as("ops");
  const view = await getTransaction(ops, { referenceId });
  expect(Buffer.byteLength(JSON.stringify(view))).toBeLessThan(64 * 1024);
  expect(view!.timeline).toHaveLength(50);

  const seen = view!.timeline.map((entry) => entry.id);
  for (let before = view!.earlier; before !== null; ) {
    const asked = timelineQuestion.parse({ referenceId, before, limit: "1500" });
    const page = await getTimeline(ops, asked);
    seen.push(...page!.entries.map((entry) => entry.id));
    before = page!.earlier;
  }
  expect(new Set(seen).size).toBe(seen.length);
  // And the request, which is the oldest.
  expect(seen).toHaveLength(8_001);
  expect(seen.at(-1)).toMatch(/^audit:/);
});

test("is of an order that we hold", async () => {
  const before = "2026-01-01 00:00:00+00|x";
  expect(await getTimeline(await context.as("ops"), { referenceId: "none", before, limit: 1 })).toBeNull();
});
