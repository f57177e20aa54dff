import type { Page } from "@playwright/test";
import { openConsole } from "../support/open-console";
import { OPERATOR_HEADERS } from "../support/operator";
import { openTcpProxy, type TcpProxy } from "../support/tcp-proxy";
import { shareWithWorkers, signInAs, type TestContext, testContext } from "../support/test-context";
import { expect, test as watched } from "./fixtures";
import { become, sendWithdrawal } from "./withdrawal-steps";

type Outage = { context: TestContext; service: TcpProxy; database: TcpProxy };

/** A console of its own, whose service and database can be taken away. */
const test = watched.extend<object, { own: Outage }>({
  own: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern what a fixture needs
    async ({}, use) => {
      const between: Pick<Partial<Outage>, "service" | "database"> = {};
      const { context, close } = await openConsole({
        more: async ({ baseUrl }, databaseUrl) => {
          between.service = await openTcpProxy(baseUrl);
          between.database = await openTcpProxy(databaseUrl);
          return {
            PAYMENTS_SANDBOX_BASE_URL: between.service.through(baseUrl),
            DATABASE_URL: between.database.through(databaseUrl),
          };
        },
      });
      const { service, database } = between;
      if (!service || !database) throw new Error("nothing stands between");
      shareWithWorkers(context);
      await use({ context, service, database });
      await close();
      await service.close();
      await database.close();
    },
    { scope: "worker", timeout: 120_000 },
  ],
  baseURL: ({ own }, use) => use(own.context.url),
});

const MAIN = [
  ...["", "/balances", "/transactions", "/withdrawals", "/withdrawals/new", "/deposits", "/players", "/banks"],
  ...["/activity", "/api-status", "/daily-close"],
];
const OUTAGE = "THB";

/** The page shows while its figures may still be loading, so the test does not wait for all of it. */
async function opens(page: Page, path: string) {
  await page.goto(`/sandbox${path}`, { waitUntil: "commit" });
  await expect(page.getByRole("heading", { level: 1 }), path).toBeVisible({ timeout: 8_000 });
  await expect(page.getByText("could not be displayed"), path).toHaveCount(0);
}

test("during any outage of the service every page opens, states the age of its figures, and recovers", async ({
  page,
  own: { service },
}) => {
  test.setTimeout(240_000);
  await page.clock.install();
  await signInAs(page, "ops");
  const referenceId = await sendWithdrawal(page, { currency: OUTAGE, amount: "100" });
  await page.goto("/sandbox/balances");
  await expect(page.getByRole("main").getByText(`${OUTAGE} available`)).toBeVisible();

  for (const mood of ["refused", "html", "hanging"] as const) {
    await service.setMode(mood);
    for (const path of [...MAIN, `/transactions/${referenceId}`]) await opens(page, path);
    await opens(page, "");
    await expect(page.getByText(`${OUTAGE} available`).filter({ visible: true })).toBeVisible();
    if (mood === "hanging") continue;
    await expect(page.getByText(/These are the last figures from the service/)).toBeVisible();
    await expect(page.getByText(/^stale, /).first()).toBeVisible();
  }
  // Nothing has come for a while, and the connection still looks open: the figures state their age all the same.
  await page.clock.fastForward(61_000);
  await expect(page.getByText(/^stale, /).first()).toBeVisible();
  await page.clock.setSystemTime(Date.now());
  await service.setMode("well");
  await expect(page.getByText(/^stale, /)).toHaveCount(0, { timeout: 60_000 });
});

test("while our own database is down no input is lost, pages report it, and recover without a reload", async ({
  page,
  context,
  own: { database },
}) => {
  test.setTimeout(180_000);
  await signInAs(page, "ops");
  const referenceId = await sendWithdrawal(page, { currency: OUTAGE, amount: "200" });
  const other = await context.newPage();
  await other.goto(`/sandbox/transactions/${referenceId}`);
  const note = page.getByLabel("Note", { exact: true });
  await note.fill("The player called twice.\nShe waits.");

  await database.setMode("refused");
  await page.getByRole("button", { name: "Save note" }).click();
  await expect(page.getByText("it is not known whether the note was saved")).toBeVisible({ timeout: 20_000 });
  await expect(note).toHaveValue("The player called twice.\nShe waits.");
  await expect(page.getByText("Not up to date").first()).toBeVisible({ timeout: 30_000 });
  const elsewhere = await context.newPage();
  await elsewhere.goto("/sandbox");
  await expect(elsewhere.getByText("This page could not be displayed").first()).toBeVisible({ timeout: 20_000 });

  await database.setMode("well");
  await expect(elsewhere.getByRole("heading", { name: "Today", level: 1 })).toBeVisible({ timeout: 30_000 });
  await page.getByRole("button", { name: "Save note" }).click();
  const written = page.getByRole("listitem").filter({ hasText: "The player called twice." });
  await expect(written).toHaveCount(1, { timeout: 20_000 });
  await expect(note).toHaveValue("");
  await expect(page.getByText("Not up to date")).toHaveCount(0, { timeout: 30_000 });
  // Live for others, who asked for nothing.
  await other.bringToFront();
  await expect(other.getByRole("listitem").filter({ hasText: "She waits." })).toHaveCount(1, { timeout: 20_000 });
});

/** What the service's own people decide about a player, once the registration has reached them. */
const fail = (playerId: string) =>
  expect(async () => {
    const address = `${testContext().sandbox.operatorUrl}/kyc/${playerId}/failed`;
    const answer = await fetch(address, { method: "POST", headers: OPERATOR_HEADERS });
    expect(answer.status, await answer.text()).toBe(200);
  }).toPass({ timeout: 30_000 });

async function register(page: Page, playerId: string, name: string) {
  await page.goto(`/sandbox/players/new?${new URLSearchParams({ playerId })}`);
  await page.getByLabel("Player ID").fill(playerId);
  await page.getByLabel("Name (katakana)").fill(name);
  await page.getByRole("button", { name: "Register player" }).click();
  await expect(page.getByRole("heading", { name: playerId })).toBeVisible();
}

test("ops clears Today to zero: each item links to where it is resolved, and disappears once it is", async ({
  page,
}) => {
  test.setTimeout(120_000);
  await signInAs(page, "ops");
  await page.goto("/sandbox");
  const today = page.getByRole("complementary", { name: "Choba" }).getByRole("link", { name: /^Today/ });
  await expect(today).toHaveText("Today");
  await register(page, "p-clear", "ワタナベ　ケンジ");
  await fail("p-clear");
  // It has reached the service, and only the answer was lost: asking finds it, without anybody's help.
  const lost = await sendWithdrawal(page, { currency: OUTAGE, amount: "300", account: "9300002" });
  await page.goto("/sandbox");
  await expect(today).toHaveAccessibleName(/to resolve/, { timeout: 30_000 });
  await expect(page.getByRole("list", { name: "Outcome unknown" })).toHaveCount(0, { timeout: 60_000 });
  await page.goto(`/sandbox/transactions/${lost}`);
  await expect(page.getByText("It is not confirmed as paid.")).toBeVisible();

  await page.goto("/sandbox");
  await expect(today).toHaveAccessibleName("Today 1 to resolve", { timeout: 30_000 });
  await page.getByRole("link", { name: "View p-clear" }).click();
  await page.getByRole("link", { name: "Register again" }).click();
  await page.getByLabel("Name (katakana)").fill("ワタナベ　ケンイチ");
  await page.getByRole("button", { name: "Register player" }).click();
  await expect(page.getByRole("heading", { name: "p-clear" })).toBeVisible();
  await expect(today).toHaveAccessibleName("Today", { timeout: 30_000 });

  const referenceId = await sendWithdrawal(page, { amount: "688,000" });
  await expect(today).toHaveAccessibleName("Today");
  await become(page, "approver");
  await page.goto("/sandbox");
  const approvals = page.getByRole("complementary", { name: "Choba" }).getByRole("link", { name: /^Approvals/ });
  await expect(approvals).toHaveAccessibleName("Approvals 1 to approve", { timeout: 30_000 });
  await expect(today).toHaveAccessibleName("Today 1 to resolve");
  await page.goto(`/sandbox/transactions/${referenceId}`);
  await page.getByRole("button", { name: /^Approve / }).click();
  await expect(approvals).toHaveAccessibleName("Approvals", { timeout: 30_000 });
  await expect(today).toHaveAccessibleName("Today", { timeout: 30_000 });
});
