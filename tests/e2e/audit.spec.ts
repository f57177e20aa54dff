import { Client } from "pg";
import { signInAs, testContext } from "../support/test-context";
import { expect, expectAccessible, test } from "./fixtures";

/** What a superuser of the database can do; triggers do not prevent it. */
async function behindTheConsole(change: string) {
  const client = new Client({ connectionString: testContext().databaseUrl });
  await client.connect();
  await client.query(`begin; set local session_replication_role = replica; ${change}; commit`);
  await client.end();
}

const nameOfFirst = (name: string) => `update audit_events set actor_name = ${name}
  where id = (select event_id from audit_links where chain = 'console' and position = 1)`;

test("an admin sees that the log holds, and where it does not", async ({ page }) => {
  await signInAs(page, "admin");
  await page.goto("/sandbox/settings/audit");
  await expect(page.getByText("all unaltered").first()).toBeVisible();
  await expectAccessible(page);

  await behindTheConsole(nameOfFirst("actor_name || '?'"));
  try {
    await page.reload();
    await expect(page.getByRole("alert").filter({ hasText: "at position 1, was changed" })).toBeVisible();
    await expectAccessible(page);
  } finally {
    await behindTheConsole(nameOfFirst("left(actor_name, -1)"));
  }
  await page.reload();
  await expect(page.getByText("Altered", { exact: true })).toBeHidden();
});

test("support may not read it", async ({ page }) => {
  await signInAs(page, "support");
  await page.goto("/sandbox/settings/audit");
  await expect(page.getByText("Your role does not permit viewing the audit log.")).toBeVisible();
});
