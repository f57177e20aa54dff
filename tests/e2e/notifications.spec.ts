import { createECDH, randomBytes } from "node:crypto";
import { Client } from "pg";
import { signInAs, testContext, userWith } from "../support/test-context";
import { expect, expectAccessible, expectFits, test } from "./fixtures";

type WorkerScope = {
  kept: { shown: object[]; closed: string[]; opened: string[] };
  registration: {
    getNotifications: () => Promise<object[]>;
    showNotification: (title: string, options: object) => Promise<void>;
  };
  clients: { openWindow: (url: string) => Promise<void> };
};

const PAGE = "/sandbox/settings/notifications";

test("an admin sets amounts and times, and a user their own hours and a daily digest", async ({ page, browser }) => {
  await signInAs(page, "admin");
  await page.goto(PAGE);
  await page.getByText("Smallest amounts", { exact: true }).click();
  await page.getByLabel("JPY Smallest amount: Approval waiting").fill("1,000,000");
  await page.getByLabel("Approval not opened after (minutes)").fill("0");
  await page.getByRole("button", { name: "Save notification settings" }).click();
  await expect(page.getByText("Enter whole minutes, from 1 to 1,440.")).toBeVisible();
  await page.getByLabel("Approval not opened after (minutes)").fill("30");
  await page.getByRole("button", { name: "Save notification settings" }).click();
  await expect(page.getByText("Saved.")).toBeVisible();
  await expectAccessible(page);
  await page.screenshot({ path: "test-results/notifications.png", fullPage: true });
  await page.reload();
  await page.getByText("Smallest amounts", { exact: true }).click();
  await expect(page.getByLabel("JPY Smallest amount: Approval waiting")).toHaveValue("1000000");

  const dark = await browser.newContext({
    ...{ locale: "ja-JP", colorScheme: "dark", viewport: { width: 390, height: 844 } },
  });
  const phone = await dark.newPage();
  await signInAs(phone, "approver");
  await phone.goto(PAGE);
  await phone.getByRole("combobox", { name: "時間帯" }).selectOption("個別の時間帯");
  await phone.getByLabel("開始").fill("07:30");
  await phone.getByRole("combobox", { name: "受信：日次のまとめ" }).selectOption("受信する");
  await phone.getByLabel("日次のまとめの時刻").fill("08:15");
  await phone.getByRole("button", { name: "自分の通知を保存" }).click();
  await expect(phone.getByText("保存しました。")).toBeVisible();
  await expectFits(phone);
  await expectAccessible(phone);
  await phone.screenshot({ path: "test-results/notifications-ja.png", fullPage: true });
  await dark.close();
});

test("what is typed while a form is saved is kept as unsaved, and digits of an input method are digits", async ({
  page,
}) => {
  await signInAs(page, "admin");
  await page.goto(PAGE);
  const minutes = page.getByLabel("Approval not opened after (minutes)");
  const save = page.getByRole("button", { name: "Save notification settings" });
  await expect(save).toBeEnabled();
  const answer = Promise.withResolvers<void>();
  await page.route(`**${PAGE}`, async (route) => {
    if (route.request().method() === "POST") await answer.promise;
    return route.fallback();
  });
  await minutes.fill("45");
  await save.click();
  await expect(page.getByRole("button", { name: "Saving…" })).toBeVisible();
  await minutes.fill("50");
  answer.resolve();
  await expect(save).toBeEnabled();
  await expect(page.getByText("Saved.")).toBeHidden();
  await expect(page.getByText("Unsaved changes")).toBeVisible();
  await page.getByRole("link", { name: "Balances", exact: true }).first().click();
  await expect(page.getByRole("heading", { level: 1, name: "Balances" })).toBeVisible();
  await page.goBack();
  await expect(page.getByText("Your unsaved input is back.")).toBeVisible();
  await expect(minutes).toHaveValue("50");
  await minutes.fill("５５");
  await save.click();
  await expect(page.getByText("Saved.")).toBeVisible();
  await minutes.fill("soon");
  await expect(page.getByText("Saved.")).toBeHidden();
  await save.click();
  await expect(minutes).toHaveAccessibleDescription(/Enter whole minutes, from 1 to 1,440/);
  await expect(minutes).toHaveValue("soon");
  const own = page.getByRole("combobox", { name: "Receive: Daily digest" });
  await own.selectOption("off");
  await page.getByRole("link", { name: "Balances", exact: true }).first().click();
  await expect(page.getByRole("heading", { level: 1, name: "Balances" })).toBeVisible();
  await page.goBack();
  await expect(own).toHaveValue("off");
  await page.reload();
  await expect(minutes).toHaveValue("55");
});

test("a user adds and removes this device; a pushed message is shown, and a click opens its page", async ({ page }) => {
  const { origin } = new URL(testContext().url);
  await page.context().grantPermissions(["notifications"], { origin });
  // A headless browser has no push service to subscribe at: its answer is made up, everything behind it is real.
  const ecdh = createECDH("prime256v1");
  const keys = { p256dh: ecdh.generateKeys("base64url"), auth: randomBytes(16).toString("base64url") };
  await page.addInitScript(
    (json) => {
      const made = { ...json, toJSON: () => json, unsubscribe: async () => true };
      PushManager.prototype.subscribe = async () => made as unknown as PushSubscription;
    },
    { endpoint: "https://10.0.0.1/push", keys },
  );
  const cdp = await page.context().newCDPSession(page);
  const registrations: { registrationId: string; scopeURL: string }[] = [];
  cdp.on("ServiceWorker.workerRegistrationUpdated", ({ registrations: some }) => registrations.push(...some));
  await cdp.send("ServiceWorker.enable");

  await signInAs(page, "approver");
  await page.goto(PAGE);
  await page.getByRole("button", { name: "Notify on this device" }).click();
  await expect(page.getByText("This device now shows notifications.")).toBeVisible();
  await expect(page.getByText(/^Chrome (Windows|Linux)/)).toBeVisible();
  await expectAccessible(page);
  await page.screenshot({ path: "test-results/notifications-devices.png" });
  // The endpoint leads into a private network: nothing is sent there.
  await page.getByRole("button", { name: /^Send test to Chrome/ }).click();
  await expect(page.getByText("The name leads to a private network. Nothing was sent.")).toBeVisible();

  const path = "/sandbox/approvals";
  const message = {
    title: "Approval waiting",
    body: "Payout WD-1 waits.",
    path,
    tag: "sandbox order:WD-1",
    lang: "en",
  };
  await expect.poll(() => registrations.find(({ scopeURL }) => scopeURL === `${origin}/`)?.registrationId).toBeTruthy();
  const registrationId = registrations.find(({ scopeURL }) => scopeURL === `${origin}/`)?.registrationId ?? "";
  const [worker] = page.context().serviceWorkers();
  if (!worker) throw new Error("no service worker");
  // A headless browser shows no notification either: what would be shown, closed and opened is kept instead.
  await worker.evaluate(() => {
    const scope = self as unknown as WorkerScope;
    scope.kept = { shown: [], closed: [], opened: [] };
    scope.registration.getNotifications = async () => [];
    scope.registration.showNotification = async (title, options) => {
      scope.kept.shown.push({ title, ...options });
    };
    // A browser opens a window only for a person's click.
    scope.clients.openWindow = async (url) => {
      scope.kept.opened.push(url);
    };
  });
  const kept = () => worker.evaluate(() => (self as unknown as WorkerScope).kept);
  await cdp.send("ServiceWorker.deliverPushMessage", { origin, registrationId, data: JSON.stringify(message) });
  const shown = { title: message.title, body: message.body, tag: message.tag, data: { path } };
  await expect.poll(async () => (await kept()).shown).toMatchObject([shown]);
  await worker.evaluate(() => {
    const { kept: all } = self as unknown as WorkerScope;
    const notification = { ...all.shown[0], close: () => void all.closed.push("closed") };
    self.dispatchEvent(Object.assign(new Event("notificationclick"), { notification, waitUntil: () => {} }));
  });
  await expect.poll(kept).toMatchObject({ closed: ["closed"], opened: [origin + path] });

  await page.getByRole("button", { name: /^Remove Chrome/ }).click();
  await page.getByRole("button", { name: /^Remove permanently: Chrome/ }).click();
  await expect(page.getByText("No devices yet")).toBeVisible();
});

test("that a user has ten devices is said until one is removed", async ({ page }) => {
  const client = new Client({ connectionString: testContext().databaseUrl });
  await client.connect();
  await client.query(
    `insert into push_subscriptions (user_id, endpoint_hash, host, sealed, browser, system, locale, added_at)
     select users.id, 'full-' || n, 'push.example', 'sealed', 'Firefox', 'Number ' || n, 'en', now()
     from users, generate_series(1, 10) n where email = $1`,
    [userWith("finance").email],
  );
  await client.end();
  await signInAs(page, "finance");
  await page.goto(PAGE);
  await page.getByRole("button", { name: "Notify on this device" }).click();
  const full = page.getByText("You have 10 devices. Remove one first.");
  await expect(full).toBeVisible();
  await page.getByRole("button", { name: /^Remove Firefox .*Number 1$/ }).click();
  await page.getByRole("button", { name: /^Remove permanently: Firefox .*Number 1$/ }).click();
  await expect(full).toBeHidden();
});
