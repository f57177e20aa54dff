import type { Page } from "@playwright/test";
import { z } from "zod";
import { atDatabase } from "../support/at-database";
import { act, cookieOf, request } from "../support/http";
import { createNewUser, signInWithPassword } from "../support/new-user";
import { signInAs, testContext } from "../support/test-context";
import { expect, expectAccessible, expectFits, test } from "./fixtures";
import {
  accepted,
  become,
  decideOrder,
  referenceIdOf,
  reviewAnd,
  sendWithdrawal,
  typeWithdrawal,
} from "./withdrawal-steps";

// What leaves here leaves in baht: the balance in yen belongs to the tests of withdrawals, which run at the same time.
const IN_BAHT = { currency: "THB", amount: "68,800.50" } as const;
const IN_YEN = { amount: "150,000" };

const open = (page: Page, referenceId: string) => page.goto(`/sandbox/transactions/${referenceId}`);
const approve = (page: Page) => page.getByRole("button", { name: /^Approve / });
const digest = (page: Page) =>
  page
    .getByText(/digest [0-9a-f]{6}|see the digest [0-9a-f]{6}/)
    .textContent()
    .then((text) => /[0-9a-f]{6}(?=\.?$)/.exec(text ?? "")?.[0]);

test("a large withdrawal waits, another user approves what was requested, and it is paid", async ({ page }) => {
  test.setTimeout(90_000);
  await signInAs(page, "ops");
  await typeWithdrawal(page, IN_BAHT);
  const referenceId = await reviewAnd(page, /^Request approval$/);
  await expect(page.getByText("is awaiting approval. Nothing has been sent.")).toBeVisible();
  await expect(page.getByText("0 of 1 approved")).toBeVisible();
  await expect(approve(page)).toHaveCount(0);
  const seenByRequester = await digest(page);

  await become(page, "approver");
  await page.goto("/sandbox");
  const waiting = page.getByRole("list", { name: "Waiting for my approval" });
  await expect(waiting.getByRole("link", { name: /^Review/ }).first()).toBeVisible();
  await page.goto(`/sandbox/approvals?item=${referenceId}`);
  await expect(page.getByRole("heading", { name: "Approvals", level: 1 })).toBeVisible();
  expect(seenByRequester).toMatch(/^[0-9a-f]{6}$/);
  expect(await digest(page)).toBe(seenByRequester);

  await page.getByRole("button", { name: "Approve 68,800.50 THB" }).click();
  await accepted(page);
  await expect(page.getByText("1 of 1 approved")).toBeVisible();
  await open(page, referenceId);
  await decideOrder(referenceId, "complete");
  await expect(page.getByText("is paid.").first()).toBeVisible({ timeout: 20_000 });
  await expect(page.getByText("Mei Kobayashi approved").first()).toBeVisible();
});

test("a declined one never leaves, its reason is read by the requester, and a missing reason is said", async ({
  page,
}) => {
  await signInAs(page, "ops");
  const referenceId = await sendWithdrawal(page, IN_YEN);
  await become(page, "approver");
  await open(page, referenceId);
  await page.getByRole("button", { name: "Decline", exact: true }).click();
  const reason = page.getByLabel("Reason for declining");
  await expect(reason).toBeFocused();
  await page.getByRole("button", { name: "Decline with this reason" }).click();
  await expect(reason).toHaveAccessibleDescription(/Required\./);
  await expect(reason).toBeFocused();
  await reason.fill("請求書がありません");
  await page.getByRole("button", { name: "Decline with this reason" }).click();
  await expect(page.getByText("was declined before sending")).toBeVisible();
  await expect(approve(page)).toHaveCount(0);

  await become(page, "ops");
  await open(page, referenceId);
  await expect(page.getByText("“請求書がありません”").first()).toBeVisible();
  await expect(page.getByRole("link", { name: "Correct and request again" })).toBeVisible();

  await page.goto("/sandbox");
  const own = page.getByRole("list", { name: "Your requests" }).getByRole("listitem").filter({ hasText: referenceId });
  await expect(own).toContainText("請求書がありません");
  await own.getByRole("button", { name: `Dismiss ${referenceId}` }).click();
  await expect(own).toHaveCount(0);
});

test("one that was sent back is corrected from what was typed, and approved", async ({ page }) => {
  test.setTimeout(90_000);
  await signInAs(page, "ops");
  const first = await sendWithdrawal(page, { ...IN_BAHT, amount: "52,000" });
  await become(page, "approver");
  await open(page, first);
  await page.getByRole("button", { name: "Send back", exact: true }).click();
  await page.getByLabel("What must be corrected").fill("金額は25,000です");
  await page.getByRole("button", { name: "Send back with this reason" }).click();
  await expect(page.getByText("was sent back for correction")).toBeVisible();

  await become(page, "ops");
  await open(page, first);
  await page.getByRole("link", { name: "Correct and request again" }).click();
  await expect(page.getByLabel("Account holder")).toHaveValue("ヤマダ　タロウ");
  await expect(page.getByLabel("Amount")).toHaveValue("52000");
  await page.getByLabel("Amount").fill("25,000");
  const second = await reviewAnd(page, /^Request approval$/);
  expect(second).not.toBe(first);

  await become(page, "approver");
  await open(page, second);
  const changes = page.getByRole("region", { name: "Corrects" });
  await expect(changes).toContainText("sent it back · “金額は25,000です”");
  await expect(changes.getByRole("row", { name: "Amount 52,000.00 THB 25,000.00 THB" })).toBeVisible();
  await expect(changes.getByRole("row")).toHaveCount(2);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Approve 25,000.00 THB" }).click();
  await accepted(page);
  await open(page, first);
  await expect(page.getByText("was sent back for correction")).toBeVisible();
});

test("more than the balance covers is requested with a reason only, and the approver reads it", async ({ page }) => {
  await signInAs(page, "ops");
  // In baht: what waits in yen would ask the tests of withdrawals for a reason as well.
  await typeWithdrawal(page, { currency: "THB", amount: "25,000,000", account: "7700123" });
  await page.getByRole("button", { name: "Review" }).click();
  await expect(page.getByText("The available balance does not cover this")).toBeVisible();
  await page.getByRole("button", { name: "Request approval" }).click();
  const reason = page.getByLabel("Reason for requesting despite the shortfall");
  await expect(reason).toBeFocused();
  await expect(reason).toHaveAccessibleDescription(/Required\./);
  await expectAccessible(page);
  await reason.fill("本日午前中に入金予定");
  await page.getByRole("button", { name: "Request approval" }).click();
  const referenceId = await referenceIdOf(page);

  await become(page, "approver");
  await open(page, referenceId);
  await expect(page.getByText("wrote: 本日午前中に入金予定")).toBeVisible();
  // What the requester was warned of stands beside the decision.
  await expect(page.getByText("The available balance does not cover this")).toBeVisible();
  await expect(page.getByText("First payout to this account.")).toBeVisible();
  await expectAccessible(page);
  await expectFits(page);
  await page.getByRole("button", { name: "Decline", exact: true }).click();
  await page.getByLabel("Reason for declining").fill("入金後に再申請してください");
  await page.getByRole("button", { name: "Decline with this reason" }).click();
  await expect(page.getByText("was declined before sending")).toBeVisible();
});

test("a requester takes it back while it waits, and can ask again", async ({ page }) => {
  await signInAs(page, "ops");
  await sendWithdrawal(page, IN_YEN);
  await page.getByRole("button", { name: "Withdraw request" }).click();
  await expect(page.getByText("was withdrawn by its requester")).toBeVisible();
  await expect(page.getByRole("link", { name: "Correct and request again" })).toBeVisible();
});

const view = z.object({ withdrawal: z.object({ digest: z.string() }) });

test("requesters cannot approve their own payouts, support and finance none: neither by button nor by request", async ({
  page,
}) => {
  await signInAs(page, "admin");
  const referenceId = await sendWithdrawal(page, IN_YEN);
  await expect(page.getByText("You requested this, so another user decides.", { exact: false })).toBeVisible();
  await expect(approve(page)).toHaveCount(0);

  const cookie = await cookieOf("admin");
  const order = await request(`/api/sandbox/transactions/${referenceId}`, { headers: { cookie } });
  const { withdrawal } = view.parse(await order.json());
  const decision = { referenceId, digest: withdrawal.digest, decision: "approved" };
  const origin = testContext().url;
  expect(await act("decideWithdrawalAction", ["sandbox", decision], { cookie, origin })).toContain("own_request");

  for (const role of ["support", "finance", "ops"]) {
    const headers = { cookie: await cookieOf(role), origin };
    expect(await act("decideWithdrawalAction", ["sandbox", decision], headers)).toContain('"kind":"forbidden"');
    await become(page, role);
    await open(page, referenceId);
    await expect(page.getByText("is awaiting approval. Nothing has been sent.")).toBeVisible();
    await expect(approve(page)).toHaveCount(0);
    await expect(page.getByRole("button", { name: "Withdraw request" })).toHaveCount(0);
  }
});

test("a refusal that comes after another user's approval is not lost: who approved is said, and the reason is kept", async ({
  page,
}) => {
  test.setTimeout(120_000);
  const typeReason = async (referenceId: string, reason: string) => {
    await page.getByRole("button", { name: "Decline", exact: true }).click();
    await page.getByLabel("Reason for declining").fill(reason);
    return approveElsewhere(referenceId);
  };
  const notice = page.getByRole("alert").filter({ hasText: "Your decision was not recorded" });

  // The approval is shown while the reason is typed.
  await signInAs(page, "ops");
  const first = await sendWithdrawal(page, { ...IN_BAHT, amount: "61,100" });
  await become(page, "admin");
  await page.goto(`/sandbox/approvals?item=${first}`);
  await typeReason(first, "口座名義が違います");
  await expect(notice).toContainText("Mei Kobayashi approved this on");
  await expect(page.getByText("口座名義が違います")).toBeVisible();
  await expect(page.getByRole("button", { name: "Copy reason" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Decline", exact: true })).toHaveCount(0);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Dismiss notice" }).click();
  await expect(notice).toHaveCount(0);
  await expect(page.getByText("口座名義が違います")).toHaveCount(0);
  await expect(page.getByRole("heading", { name: "Approval", exact: true })).toBeFocused();

  // The button is pressed before the page knows of it.
  await become(page, "ops");
  const second = await sendWithdrawal(page, { ...IN_BAHT, amount: "61,200" });
  await become(page, "admin");
  await open(page, second);
  const pressed = Promise.withResolvers<void>();
  await page.route(`**/api/sandbox/transactions/${second}`, async (route) => {
    await pressed.promise;
    await route.continue();
  });
  await typeReason(second, "請求書と金額が違います");
  const answered = page.waitForResponse((response) => response.request().method() === "POST");
  await page.getByRole("button", { name: "Decline with this reason" }).click();
  await answered;
  pressed.resolve();
  await expect(notice).toContainText("Mei Kobayashi approved this on");
  await expect(page.getByText("請求書と金額が違います")).toBeVisible();
});

/** The approver's decision, made in another browser. */
async function approveElsewhere(referenceId: string) {
  const headers = { cookie: await cookieOf("approver") };
  const order = await request(`/api/sandbox/transactions/${referenceId}`, { headers });
  const { withdrawal } = view.parse(await order.json());
  const decision = { referenceId, digest: withdrawal.digest, decision: "approved" };
  const origin = testContext().url;
  expect(await act("decideWithdrawalAction", ["sandbox", decision], { ...headers, origin })).toContain('"ok":true');
}

test("the rules are proposed by one admin and need another; what is wrong is said at its field", async ({
  page,
  browser,
}) => {
  await signInAs(page, "admin");
  await page.goto("/sandbox/settings/approval-rules");
  const rule = page.getByRole("group", { name: "Rule 2" });
  await rule.getByLabel("From amount").fill("100.5");
  await page.getByRole("button", { name: "Propose rules" }).click();
  await expect(rule.getByLabel("From amount")).toHaveAccessibleDescription(/never rounded/);
  await expect(rule.getByLabel("From amount")).toHaveValue("100.5");
  await expect(rule.getByLabel("From amount")).toBeFocused();

  await rule.getByLabel("From amount").fill("100,000");
  await rule.getByLabel("Approvers").selectOption("2 users");
  await page.getByRole("button", { name: "Propose rules" }).click();
  const proposal = page.getByRole("table", { name: "Proposed approval rules", exact: true });
  await expect(proposal.getByRole("row").filter({ hasText: "¥100,000" })).toContainText("1 user");
  await expect(page.getByText("You proposed this. Another user must apply it.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Apply" })).toHaveCount(0);
  await expectAccessible(page);

  // Shown on this page to who may apply it, it counts as opened.
  const reader = await createNewUser("admin");
  const second = await (await browser.newContext({ baseURL: testContext().url })).newPage();
  await signInWithPassword(second, reader);
  await second.goto("/sandbox/settings/approval-rules");
  await expect(second.getByRole("button", { name: "Apply change" })).toBeVisible();
  const views = () =>
    atDatabase(
      `select subject from notification_views
       join notifications on notifications.id = notification_id
       join users on users.id = user_id where subject like 'proposal:%' and email = $1`,
      [reader.email],
    );
  await expect.poll(async () => (await views()).length, { timeout: 20_000 }).toBeGreaterThan(0);
  const why = second.getByLabel("Reason for rejecting");
  await why.fill("x".repeat(501));
  await second.getByRole("button", { name: "Reject proposal" }).click();
  await expect(why).toHaveAccessibleDescription(/^At most/);
  await why.fill("keep one approver");
  await expect(why).toHaveAccessibleDescription("");
  await expect(second.getByText("Correct the marked fields.")).toHaveCount(0);
  await second.context().close();

  const elsewhere = await page.context().newPage();
  await elsewhere.goto("/sandbox/settings/approval-rules");
  await elsewhere.getByRole("button", { name: "Withdraw proposal" }).click();
  await expect(elsewhere.getByRole("button", { name: "Withdraw proposal" })).toHaveCount(0);
  await elsewhere.close();
  // The decision that comes second says so, though the proposal leaves the page.
  await page.getByRole("button", { name: "Withdraw proposal" }).click();
  await expect(proposal).toHaveCount(0);
  await expect(page.getByText("This proposal has already been decided. Nothing was changed now.")).toBeVisible();
});

test("support is not shown the rules", async ({ page }) => {
  await signInAs(page, "support");
  await page.goto("/sandbox/settings/approval-rules");
  await expect(page.getByText("Your role does not permit viewing the approval rules.")).toBeVisible();
});

test.describe("in Japanese, on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test("what an approver needs is accessible and reachable by keyboard", async ({ page }) => {
    await signInAs(page, "ops");
    const referenceId = await sendWithdrawal(page, IN_YEN);
    await become(page, "approver");
    await page.context().addCookies([{ name: "locale", value: "ja", url: testContext().url }]);
    for (const path of ["/withdrawals?show=mine", `/transactions/${referenceId}`]) {
      await page.goto(`/sandbox${path}`);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await expectAccessible(page);
      await expectFits(page);
    }
    // Below what speaks against it, which is to be read first, and no further than one swipe.
    const button = await page.getByRole("button", { name: /を承認/ }).boundingBox();
    expect(button?.y).toBeLessThan(2 * 844);
  });
});
