import type { Page } from "@playwright/test";
import { canonical, sign } from "@/lib/payments-api/sign";
import { atDatabase } from "../support/at-database";
import { act, cookieOf, request } from "../support/http";
import { createNewUser, signInWithPassword } from "../support/new-user";
import { OPERATOR_HEADERS } from "../support/operator";
import { signInAs, testContext } from "../support/test-context";
import { expect, expectAccessible, expectOrder } from "./fixtures";
import { test } from "./own-console";
import {
  accepted,
  become,
  decideOrder,
  referenceIdOf,
  reviewAnd,
  sendWithdrawal,
  typeWithdrawal,
} from "./withdrawal-steps";

const operate = async (path: string, body: object) => {
  const answer = await fetch(testContext().sandbox.operatorUrl + path, {
    method: "POST",
    headers: OPERATOR_HEADERS,
    body: JSON.stringify(body),
  });
  expect(answer.ok, await answer.text()).toBe(true);
};

const open = (page: Page, referenceId: string) => page.goto(`/sandbox/transactions/${referenceId}`);
const ask = async (page: Page) => {
  await page.getByRole("button", { name: "Query status" }).click();
  await expect(page.getByText("The service currently has no such order.").first()).toBeAttached();
};

test("a lost request: locked while it can be accepted, then not created, sent again under a new id, and paid", async ({
  page,
}) => {
  test.setTimeout(120_000);
  await signInAs(page, "ops");
  const known = await sendWithdrawal(page, { amount: "3,000" });
  await accepted(page);

  await operate("/faults", { path: "/withdraw", kind: "status", when: "before", status: 504, times: 1 });
  const lost = await sendWithdrawal(page, { amount: "12,000" });
  await expect(page.getByText("Outcome unknown").first()).toBeVisible();
  await expect(page.getByText(/may still accept this request for 6 min \d+ s, until \d\d:\d\d:\d\d/)).toBeVisible();
  await expect(page.getByText("Before it expires, “not found” proves nothing.")).toBeVisible();
  await expect(page.getByText(/Next check|First check/)).toBeVisible();
  await expect(page.getByRole("button", { name: /^Resend, / })).toBeDisabled();
  await page.goto("/sandbox");
  const waiting = page.getByRole("list", { name: "Outcome unknown" }).getByRole("listitem").filter({ hasText: lost });
  await expect(waiting).toContainText(/\d:\d\d to expiry/);
  await waiting.getByRole("link", { name: `View ${lost}` }).click();

  await expectOrder(page, lost);
  await expect(page.getByText("Clocks that do not confirm the expiry yet:")).toBeVisible();
  await earlier(lost, 400);
  await ask(page);
  await expect(page.getByText(/The request expired at/)).toBeVisible();
  await expect(page.getByText(/Still missing: a second status check/)).toBeVisible();
  await expect(page.getByRole("button", { name: /^Resend, / })).toBeDisabled();
  await expectAccessible(page);

  await earlier(lost, 61);
  await ask(page);
  await expect(page.getByText(/The request has expired, and the service has no such order/)).toBeVisible();
  await expect(page.getByText("Control check: known order found")).toBeVisible();

  const resend = page.getByRole("button", { name: "Send again under a new ID" });
  await resend.press("Enter");
  const cancel = page.getByRole("button", { name: "Cancel" });
  await expect(cancel).toBeFocused();
  await expect(cancel).toHaveAccessibleDescription(new RegExp(`linked to ${lost}`));
  await page.keyboard.press("Enter");
  await expect(resend).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByText(`linked to ${lost}`)).toBeVisible();
  // Without an answer it can be pressed again, and there is no form that it would be about.
  const send = page.getByRole("button", { name: "Send ¥12,000 again" });
  await page.route(/\/sandbox\/transactions\//, (route) =>
    route.request().method() === "POST" ? route.abort("connectionreset") : route.fallback(),
  );
  await send.click();
  await expect(page.getByText("this one is sent again only once")).toBeVisible();
  await page.unroute(/\/sandbox\/transactions\//);
  await send.click();
  await page.getByRole("link", { name: `${lost}-2` }).click();
  await expectOrder(page, `${lost}-2`);
  await expect(page.getByRole("link", { name: lost, exact: true })).toBeVisible();
  await accepted(page);
  await decideOrder(`${lost}-2`, "complete");
  await expect(page.getByText("is paid.").first()).toBeVisible({ timeout: 30_000 });

  await open(page, lost);
  await expect(page.getByText("requested a replacement withdrawal")).toBeVisible();
  await expect(page.getByText("is paid.")).toHaveCount(0);
  await page.goto("/sandbox");
  await expect(waiting).toHaveCount(0);
  expect(known).not.toBe(lost);
});

/** As if all that became of it had been so many seconds earlier. What was is never changed, so a guard is switched off. */
const earlier = (referenceId: string, seconds: number) =>
  atDatabase(
    ["attempts.signed_at", "attempts.claimed_at", "exchanges.sent_at", "exchanges.service_time", "attestations.at"]
      .map((moment) => moment.split("."))
      .map(([of, moment]) => `update ${of} set ${moment} = ${moment} - interval '${seconds} s'`)
      .concat(`update exchanges set clock_ms = clock_ms - ${seconds * 1_000}`)
      .map(
        (change) =>
          `${change} where transaction_row = (select id from transactions where reference_id = '${referenceId}')`,
      )
      .reduce((all, change) => `${all}; ${change}`, "set session_replication_role = replica"),
  );

test("where the service never tells its time, two others have to say that it was not created", async ({ page }) => {
  test.setTimeout(120_000);
  await operate("/clock", { offsetMs: 0, isTold: false });
  await signInAs(page, "admin");
  await operate("/faults", { path: "/withdraw", kind: "status", when: "before", status: 504, times: 1 });
  const lost = await sendWithdrawal(page, { amount: "1,300" });
  await expect(page.getByText("Outcome unknown").first()).toBeVisible();
  await earlier(lost, 640);
  await ask(page);
  await expect(page.getByText(/Not found once/)).toBeVisible();
  await earlier(lost, 61);
  await ask(page);
  await expect(page.getByText(/other than the requester must confirm by other means/)).toBeVisible();
  const say = page.getByRole("button", { name: "Confirm non-creation…" });
  await expect(say).toHaveCount(0);
  const headers = { cookie: await cookieOf("admin"), origin: testContext().url };
  const own = await act("attestNonCreationAction", ["sandbox", { referenceId: lost, reason: "their mail" }], headers);
  expect(own).toContain('"kind":"own_request"');

  const reason = page.getByLabel("Evidence");
  const press = () => page.getByRole("button", { name: "Confirm that it was not created" }).click();
  await become(page, "finance");
  await open(page, lost);
  await say.click();
  await press();
  await expect(reason).toHaveAccessibleDescription(/Required\./);
  await expectAccessible(page);
  await reason.fill("銀行の明細 11/21 に該当なし");
  await press();
  await expect(page.getByText(/One user has confirmed that it was not created/)).toBeVisible();
  await expect(page.getByText("“銀行の明細 11/21 に該当なし”").first()).toBeVisible();
  await expect(say).toHaveCount(0);
  await expect(page.getByRole("button", { name: /^(Send again|Resend)/ })).toHaveCount(0);

  await become(page, "approver");
  const uncounted = page.getByText("Does not count: no longer permitted to confirm");
  const author = "(select by from attestations order by id desc limit 1)";
  await atDatabase(`update users set disabled_at = now() where id = ${author}`);
  await open(page, lost);
  await expect(uncounted).toBeVisible();
  await expectAccessible(page);
  await atDatabase(`update users set disabled_at = null where id = ${author}`);
  await page.reload();
  await expect(say).toBeVisible();
  await expect(uncounted).toHaveCount(0);
  await say.click();
  await reason.fill("サービス窓口に電話で確認");
  await press();
  await expect(page.getByText("“サービス窓口に電話で確認”").first()).toBeVisible();
  await expect(page.getByText(/Not found once/)).toBeVisible();
  await expectAccessible(page);
  await earlier(lost, 61);
  await ask(page);
  await expect(page.getByText(/The request has expired, and the service has no such order/)).toBeVisible();
  await become(page, "ops");
  await open(page, lost);
  await expect(page.getByRole("button", { name: "Send again under a new ID" })).toBeEnabled();
  await operate("/clock", { offsetMs: 0 });
});

/** A callback of the service, signed as it signs; it cannot be made without its secret. */
async function tellSigned(referenceId: string, status: "COMPLETED" | "FAILED" | "CANCELLED") {
  const [order] = await atDatabase<{ token: string; id: string }>(
    "select callback_token as token, transaction_id as id from transactions where reference_id = $1",
    [referenceId],
  );
  const { id, token } = order!;
  const said = { transaction_id: id, reference_id: referenceId, status, type: "WITHDRAW", amount: 4000 };
  const fields = { ...said, currency: "JPY", method: "BANK_TRANSFER" };
  const signature = sign(canonical({ ...fields, amount: "4000" }), testContext().sandbox.secretKey);
  const answer = await request(`/api/callbacks/sandbox/${token}`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-signature": signature },
    body: JSON.stringify(fields),
  });
  expect([answer.status, await answer.text()]).toEqual([200, "SUCCESS"]);
}

test("two reports that exclude each other are shown as neither, until a user has resolved the discrepancy", async ({
  page,
}) => {
  test.setTimeout(120_000);
  await signInAs(page, "ops");
  const referenceId = await sendWithdrawal(page, { amount: "4,000" });
  await accepted(page);
  await decideOrder(referenceId, "complete");
  await expect(page.getByText("is paid.").first()).toBeVisible({ timeout: 30_000 });

  await tellSigned(referenceId, "FAILED");
  await expect(page.getByText("has records that contradict each other. Review required.")).toBeVisible({
    timeout: 45_000,
  });
  await expect(page.getByText("Discrepancy").first()).toBeVisible();
  await expect(page.getByText("Signed callback: Failed").first()).toBeVisible();
  await expect(page.getByText("is paid.")).toHaveCount(0);
  await expectAccessible(page);

  await become(page, "support");
  await page.goto("/sandbox");
  await expect(page.getByText("Records contradict each other.").first()).toBeVisible();
  await page.getByRole("link", { name: `View ${referenceId}` }).click();
  await expectOrder(page, referenceId);
  const settleThis = page.getByRole("button", { name: "Resolve discrepancy…" });
  await expect(settleThis).toHaveCount(0);

  await become(page, "finance");
  await open(page, referenceId);
  await settleThis.click();
  const press = () => page.getByRole("button", { name: "Resolve with this finding" }).click();
  await press();
  await expect(page.getByText("Choose what you found out.")).toBeVisible();
  await page.getByLabel("The money moved once.").check();
  await press();
  const reason = page.getByLabel("Evidence");
  await expect(reason).toHaveAccessibleDescription(/Required\./);
  await expectAccessible(page);
  await reason.fill("銀行の明細 11/21 で確認");
  // Something comes in while it is being written: it is looked at first, and what was typed is still there.
  await tellSigned(referenceId, "CANCELLED");
  await expect(page.getByText("Signed callback: Cancelled by the service").first()).toBeVisible({ timeout: 45_000 });
  await expect(reason).toHaveValue("銀行の明細 11/21 で確認");
  await press();
  await expect(page.getByText("Confirmed outcome: the money moved once.").first()).toBeVisible();
  await expect(page.getByText("銀行の明細 11/21 で確認").first()).toBeVisible();
  await expect(page.getByText("Discrepancy resolved")).toBeVisible();
  await expect(page.getByText("Paid", { exact: true })).toHaveCount(0);
  await expect(settleThis).toHaveCount(0);
  await expectAccessible(page);
  await page.goto("/sandbox");
  await expect(page.getByRole("heading", { name: "Needs action" })).toBeVisible();
  await expect(page.getByRole("link", { name: `View ${referenceId}` })).toHaveCount(0);
});

test("a press that the order's own news refuses is answered on the page, with what was typed", async ({ page }) => {
  test.setTimeout(120_000);
  await signInAs(page, "ops");
  // The service creates it, and says that it did not.
  await operate("/faults", { path: "/withdraw", kind: "status", when: "after", status: 400, times: 1 });
  const referenceId = await sendWithdrawal(page, { account: "9876001", amount: "5,100" });
  const resend = page.getByRole("button", { name: "Send again under a new ID" });
  await resend.click();
  await page.getByRole("button", { name: "Send ¥5,100 again" }).click();
  await expect(page.getByText("but the service reports otherwise.")).toBeVisible();
  await expect(page.getByText("It was not sent again. Resolve the discrepancy on this page.")).toBeVisible();
  await expect(resend).toHaveCount(0);
  await expectAccessible(page);

  await become(page, "finance");
  await open(page, referenceId);
  await page.getByRole("button", { name: "Resolve discrepancy…" }).click();
  await page.getByLabel("The money moved once.").check();
  await page.getByLabel("Evidence").fill("銀行の明細 11/22 で確認");
  // Another user resolves it, of which this page does not hear before its own press.
  let isPressed = false;
  await page.route(/\/sandbox\/transactions\//, (route) => {
    isPressed ||= route.request().method() === "POST";
    return isPressed ? route.fallback() : route.abort("connectionreset");
  });
  const [discrepancy] = await atDatabase<{ seen: number }>(
    `select d.id::int as seen from discrepancies d join transactions t on t.id = d.transaction_row
       where t.reference_id = $1 order by d.id desc limit 1`,
    [referenceId],
  );
  const finding = { referenceId, finding: "moved_once", reason: "their mail", seen: discrepancy!.seen };
  const headers = { cookie: await cookieOf("approver"), origin: testContext().url };
  expect(await act("resolveDiscrepancyAction", ["sandbox", finding], headers)).toContain('"ok":true');
  await page.getByRole("button", { name: "Resolve with this finding" }).click();
  await expect(page.getByText("Confirmed outcome: the money moved once.").first()).toBeVisible();
  await expect(page.getByText("This discrepancy is already resolved. Nothing was changed now.")).toBeVisible();
  await expect(page.getByText("銀行の明細 11/22 で確認")).toBeVisible();
  await expect(page.getByRole("button", { name: "Resolve with this finding" })).toHaveCount(0);
  await expectAccessible(page);
});

test("an approval request that was not decided in time has expired, and can be corrected once", async ({ page }) => {
  test.setTimeout(120_000);
  await signInAs(page, "ops");
  const referenceId = await sendWithdrawal(page, { amount: "688,000" });
  // A day later: what was intended is never changed, so the test has to switch its guard off.
  await atDatabase(`set session_replication_role = replica; update withdrawals set approval_expires_at = now()
    where transaction_row = (select id from transactions where reference_id = '${referenceId}')`);
  await become(page, "approver");
  await open(page, referenceId);
  await expect(page.getByText("0 of 1 approved")).toBeVisible();
  await expect(page.getByRole("button", { name: /^Approve/ })).toHaveCount(0);
  await atDatabase("select graphile_worker.add_job('sweep')");
  await expect(page.getByText("was not approved in time. Nothing was sent and nothing was paid.")).toBeVisible({
    timeout: 30_000,
  });
  await expect(page.getByText("The approval request expired").first()).toBeVisible();

  await become(page, "ops");
  await open(page, referenceId);
  await page.getByRole("link", { name: "Correct and request again" }).click();
  await expect(page.getByLabel("Account holder")).toHaveValue("ヤマダ　タロウ");
  await page.getByLabel("Amount").fill("68,800");
  const corrected = await reviewAnd(page, /^Send .*\d/);
  await expect(page.getByRole("link", { name: referenceId })).toBeVisible();
  await open(page, referenceId);
  await expect(page.getByRole("link", { name: corrected })).toBeVisible();
  await expect(page.getByRole("link", { name: "Correct and request again" })).toHaveCount(0);
  await page.goto(`/sandbox/withdrawals/new?from=${referenceId}`);
  await expect(page.getByText("cannot be requested again from here")).toBeVisible();
});

test("in production requester and approver type the amount again", async ({ page }) => {
  test.setTimeout(120_000);
  await signInAs(page, "ops");
  await typeWithdrawal(page, { environment: "production", amount: "12,000" });
  await page.getByRole("button", { name: "Review" }).click();
  const again = page.getByLabel("Type the amount again");
  await again.fill("1,200");
  await page.getByRole("button", { name: "Request approval" }).click();
  await expect(again).toHaveAccessibleDescription(/This does not match the amount above/);
  await again.fill("１２，０００");
  await page.getByRole("button", { name: "Request approval" }).click();
  const referenceId = await referenceIdOf(page);
  await expect(page.getByText("is awaiting approval. Nothing has been sent.")).toBeVisible();

  await become(page, "approver");
  await page.goto(`/production/transactions/${referenceId}`);
  await page.getByRole("button", { name: "Approve ¥12,000" }).click();
  await expect(again).toHaveAccessibleDescription(/This does not match the amount above/);
  await again.fill("12000");
  await page.getByRole("button", { name: "Approve ¥12,000" }).click();
  await accepted(page);
  await expect(page.getByText("no real money")).toHaveCount(0);
});

test("a link that comes of a change applied under Approvals stays, and what became of the change is said", async ({
  page,
  browser,
}) => {
  test.setTimeout(90_000);
  await signInAs(page, "admin");
  await page.goto("/sandbox/settings/team");
  await page.getByRole("link", { name: "Invite user" }).click();
  await page.getByLabel("E-mail address", { exact: true }).fill("nao@demo.example");
  await page.getByLabel("Role", { exact: true }).selectOption("Approver");
  await page.getByRole("button", { name: "Invite user", exact: true }).click();
  await expect(page.getByText("You proposed this")).toBeVisible();

  const elsewhere = await browser.newContext({ baseURL: testContext().url });
  const second = await elsewhere.newPage();
  await signInWithPassword(second, await createNewUser("admin"));
  // Its address names no item.
  await second.goto("/production/approvals");
  await second.getByRole("button", { name: "Invite user" }).click();
  const outcome = second.getByRole("heading", { name: /^New admin applied this on / });
  await expect(outcome).toBeVisible();
  const link = second.getByRole("heading", { name: "Link for nao@demo.example" });
  await expect(link).toBeVisible();
  await expectAccessible(second);
  await second.getByRole("button", { name: "I have handed it over" }).click();
  await expect(link).toHaveCount(0);
  await expect(second.getByRole("heading", { level: 1, name: "Approvals" })).toBeFocused();
  await expect(outcome).toBeVisible();
  await elsewhere.close();
});

test("an approver whose list was empty sees what is requested meanwhile, and opens it from there", async ({
  page,
  browser,
}) => {
  test.setTimeout(120_000);
  await signInAs(page, "approver");
  // Of production, where no other test has anything waiting.
  await page.goto("/production/approvals");
  await expect(page.getByText("Nothing awaits your decision.")).toBeVisible();

  const elsewhere = await browser.newContext({ baseURL: testContext().url });
  const ops = await elsewhere.newPage();
  await signInAs(ops, "ops");
  await typeWithdrawal(ops, { environment: "production", amount: "13,000" });
  await ops.getByRole("button", { name: "Review" }).click();
  await ops.getByLabel("Type the amount again").fill("13,000");
  await ops.getByRole("button", { name: "Request approval" }).click();
  const referenceId = await referenceIdOf(ops);
  await elsewhere.close();

  const item = page.getByRole("link", { name: /¥13,000/ });
  await expect(item).toBeVisible({ timeout: 30_000 });
  await expect(page).toHaveURL(/\/production\/approvals$/);
  await expect(page.getByText("Choose an item from the list.")).toBeVisible();
  await expectAccessible(page);
  await item.click();
  await expect(page).toHaveURL(new RegExp(referenceId));
  await expect(page.getByRole("button", { name: "Approve ¥13,000" })).toBeVisible();
});
