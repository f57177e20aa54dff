import { typedForm } from "../support/forms";
import { act, cookieOf } from "../support/http";
import { signInAs, testContext } from "../support/test-context";
import { expect, test } from "./fixtures";

/** What tests/access-control tries by plain HTTP is refused there; here it is not even offered. */
test("a user who may not move money sees neither the form nor a decision on any page", async ({ page }) => {
  test.setTimeout(90_000);
  const headers = { cookie: await cookieOf("ops"), origin: testContext().url };
  const form = typedForm({ amount: "688,000", playerId: "p-roles" });
  const referenceId = /WD-\d{8}-\w+/.exec(await act("requestWithdrawalAction", ["sandbox", form], headers))?.[0];
  for (const role of ["finance", "support"]) {
    await page.context().clearCookies();
    await signInAs(page, role);
    for (const path of ["/withdrawals", "/withdrawals/new", `/withdrawals/new?from=${referenceId}`]) {
      await page.goto(`/sandbox${path}`);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await expect(page.getByLabel("Account number")).toHaveCount(0);
      await expect(page.getByRole("link", { name: "New withdrawal" })).toHaveCount(0);
    }
    await page.goto(`/sandbox/transactions/${referenceId}`);
    await expect(page.getByText("is awaiting approval. Nothing has been sent.")).toBeVisible();
    for (const name of [/^Approve/, "Decline", "Send back", "Withdraw request", /^Send again/]) {
      await expect(page.getByRole("button", { name })).toHaveCount(0);
    }
  }
});
