import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestContext, type TestContext } from "../../support/context";

let context: TestContext;
beforeAll(async () => {
  context = await openTestContext();
});
afterAll(() => context.close());

const APPEND_ONLY = [
  ...[
    "audit_events",
    "audit_links",
    "exchanges",
    "reports",
    "withdrawals",
    "approvals",
    "daily_closes",
    "day_reopenings",
    "withdrawal_attachments",
    "batch_files",
    "column_mappings",
  ],
  ...["registrations", "registration_reports", "registration_files", "registration_rows"],
  ...["deposits", "payment_instructions", "notes", "account_checks", "payee_imports"],
];

test.each(APPEND_ONLY)("%s cannot be changed or emptied", async (table) => {
  const name = sql.identifier(table);
  for (const change of [sql`delete from ${name}`, sql`truncate ${name} cascade`]) {
    await expect(context.db.execute(change)).rejects.toMatchObject({ cause: { code: "23001" } });
  }
});

test("stored callbacks cannot be deleted", async () => {
  await expect(context.db.execute(sql`delete from deliveries`)).rejects.toMatchObject({ cause: { code: "23001" } });
});
