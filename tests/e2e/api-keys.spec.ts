import { randomUUID } from "node:crypto";
import { payout } from "../support/forms";
import { signInAs, testContext } from "../support/test-context";
import { expect, expectAccessible, expectFits, test } from "./fixtures";

const PAGE = "/sandbox/settings/api-keys";

test("an admin creates a key, a system uses it, and a second press revokes it", async ({ page }) => {
  await signInAs(page, "admin");
  await page.goto(PAGE);
  await page.getByLabel("Name", { exact: true }).fill("Payroll");
  await page.getByRole("checkbox", { name: /Request payouts/ }).check();
  await page.getByLabel("JPY", { exact: true }).fill("100,000");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Create key" }).click();
  const shown = page.getByText(/^choba_sandbox_[\w-]{43}$/);
  await expect(shown).toBeVisible();
  await expect(page.getByText("You cannot approve what this key requests.")).toBeVisible();
  const secret = (await shown.textContent()) ?? "";
  await page.screenshot({ path: "test-results/api-keys-created.png", fullPage: true });

  const call = (path: string, body?: object) =>
    fetch(testContext().url + path, {
      method: body ? "POST" : "GET",
      headers: { authorization: `Bearer ${secret}`, "idempotency-key": randomUUID() },
      ...(body && { body: JSON.stringify(body) }),
    });
  const made = await call("/v1/withdrawals", payout({ destinationAccount: "5556667" }));
  expect(made.status).toBe(201);
  const { referenceId } = (await made.json()) as { referenceId: string };

  await page.getByRole("button", { name: "I have stored it" }).click();
  await expect(page.getByRole("heading", { level: 2, name: "Keys" })).toBeFocused();
  await page.reload();
  await expect(page.getByText(secret)).toHaveCount(0);
  // In this database a request is in no sum of 24 hours (tests/support/request-counting.ts).
  await expect(page.getByText("JPY: ¥0 of ¥100,000 requested in 24 hours")).toBeVisible();
  await page.goto("/sandbox/settings/audit");
  await expect(page.getByText(/API key Payroll/).first()).toBeVisible();
  await page.goto(`/sandbox/transactions/${referenceId}`);
  await expect(page.getByText("Payroll (API)").first()).toBeVisible();

  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(PAGE);
  await expectFits(page);
  await page.getByRole("button", { name: "Revoke Payroll" }).click();
  await expect(page.getByRole("button", { name: "Keep key" })).toBeFocused();
  expect((await call("/v1/orders")).status).not.toBe(401);
  await page.getByRole("button", { name: "Revoke key: Payroll" }).click();
  await expect(page.getByText("Revoked", { exact: true }).first()).toBeVisible();
  expect((await call("/v1/orders")).status).toBe(401);
});

test("the page for developers shows programs to copy, in both languages", async ({ page, browser }) => {
  await signInAs(page, "ops");
  await page.goto("/sandbox/settings/developers");
  await expect(page.getByRole("heading", { name: "Python" })).toBeVisible();
  await expectAccessible(page);
  await page.screenshot({ path: "test-results/developers.png", fullPage: true });
  const dark = await browser.newContext({
    locale: "ja-JP",
    colorScheme: "dark",
    viewport: { width: 390, height: 844 },
  });
  const phone = await dark.newPage();
  await signInAs(phone, "admin");
  for (const name of ["api-keys", "developers"]) {
    await phone.goto(`/sandbox/settings/${name}`);
    await expectFits(phone);
    await expectAccessible(phone);
    await phone.screenshot({ path: `test-results/${name}-ja.png`, fullPage: true });
  }
  await dark.close();
});
