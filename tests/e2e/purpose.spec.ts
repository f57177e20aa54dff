import { readFile } from "node:fs/promises";
import { signInAs } from "../support/test-context";
import { expect, expectAccessible, test } from "./fixtures";
import { become, reviewAnd, typeWithdrawal } from "./withdrawal-steps";

// In ASCII: a browser without a locale saves other names as "download".
const PDF = { name: "invoice 20391.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PDF-1.7 invoice") };
const SCRIPT = { name: "notes.pdf", mimeType: "application/pdf", buffer: Buffer.from("<script>alert(1)</script>") };

test("what a withdrawal is for and its files go from the form to the approver, and outlive a reload", async ({
  page,
}) => {
  await signInAs(page, "ops");
  await typeWithdrawal(page, { amount: "680,000", account: "7203344" });
  await page.getByLabel("Purpose").fill("返金：注文 20391");
  await page.locator("input[type=file]").setInputFiles([SCRIPT, PDF]);
  await expect(page.getByText("notes.pdf is not a PDF, PNG or JPEG file.")).toBeVisible();
  await expect(page.getByText(PDF.name)).toBeVisible();
  await expectAccessible(page);

  await page.reload();
  await expect(page.getByRole("button", { name: "Review" })).toBeEnabled();
  await expect(page.getByLabel("Purpose")).toHaveValue("返金：注文 20391");
  await expect(page.getByRole("button", { name: `Remove ${PDF.name}` })).toBeVisible();

  await page.getByRole("button", { name: "Review" }).click();
  await expect(page.getByText("返金：注文 20391")).toBeVisible();
  await expect(page.getByText(PDF.name)).toBeVisible();
  await page.getByRole("button", { name: "Change" }).click();
  const referenceId = await reviewAnd(page, /^Request approval$/);

  await become(page, "approver");
  await page.goto(`/sandbox/transactions/${referenceId}`);
  // Beside the decision, and among the facts of the order.
  await expect(page.getByText("返金：注文 20391")).toHaveCount(2);
  const coming = page.waitForEvent("download");
  await page.getByRole("link", { name: PDF.name }).first().click();
  const file = await coming;
  expect(file.suggestedFilename()).toBe(PDF.name);
  expect(await readFile(await file.path())).toEqual(PDF.buffer);
  await expectAccessible(page);

  await become(page, "finance");
  await page.goto(`/sandbox/transactions/${referenceId}`);
  await expect(page.getByText("返金：注文 20391").first()).toBeVisible();
  await expect(page.getByText(PDF.name)).toHaveCount(0);
});

test("a file that could not be uploaded is named, nothing typed is lost, and it can be chosen again", async ({
  page,
}) => {
  await signInAs(page, "ops");
  await typeWithdrawal(page, { amount: "681,000", account: "7203345" });
  await page.context().setOffline(true);
  await page.locator("input[type=file]").setInputFiles([PDF]);
  await expect(page.getByText(`${PDF.name} was not uploaded. Check the connection and try again.`)).toBeVisible();
  await expect(page.getByLabel("Account number")).toHaveValue("7203345");
  await page.context().setOffline(false);
  await page.locator("input[type=file]").setInputFiles([PDF]);
  await expect(page.getByRole("button", { name: `Remove ${PDF.name}` })).toBeVisible();
  await page.getByRole("button", { name: `Remove ${PDF.name}` }).click();
  await expect(page.getByText(PDF.name)).toHaveCount(0);
});
