import type { Page } from "@playwright/test";
import { canonical, sign } from "@/lib/payments-api/sign";
import { atDatabase } from "../support/at-database";
import { OPERATOR_HEADERS } from "../support/operator";
import { signInAs, testContext } from "../support/test-context";
import { expect, expectAccessible, expectFits, test } from "./fixtures";

let made = 0;
const newPlayerId = () => `kyc-${Date.now()}-${++made}`;

/** What the service's own people decide about a player. */
async function decide(playerId: string, how: "registered" | "failed" | "expired") {
  const answer = await fetch(`${testContext().sandbox.operatorUrl}/kyc/${playerId}/${how}`, {
    method: "POST",
    headers: OPERATOR_HEADERS,
  });
  expect(answer.status, await answer.text()).toBe(200);
}

/** Another system of the merchant registers a player, past the console. */
async function registerElsewhere(playerId: string, userName: string) {
  const { baseUrl, apiKey, secretKey, kycGateway } = testContext().sandbox;
  const fields = { playerId, userName, currency: "JPY", gateway: kycGateway, nonce: playerId };
  const body = canonical({ ...fields, timestamp: String(Math.floor(Date.now() / 1000)) });
  const headers = { "content-type": "application/json", "x-api-key": apiKey, "x-signature": sign(body, secretKey) };
  const answer = await fetch(`${baseUrl}/kyc-register`, { method: "POST", body, headers });
  expect(answer.status, await answer.text()).toBe(200);
}

const nameField = (page: Page) => page.getByLabel(/^(Name \(katakana\)|氏名（カナ）)$/);
const sendButton = (page: Page) => page.getByRole("button", { name: /^(Register player|プレイヤーを登録)$/ });

async function open(page: Page, query: Record<string, string> = {}) {
  await signInAs(page, "ops");
  await page.goto(`/sandbox/players/new?${new URLSearchParams(query)}`);
  await expect(sendButton(page)).toBeEnabled();
}

async function register(page: Page, playerId: string, userName: string) {
  await page.getByLabel("Player ID").fill(playerId);
  await nameField(page).fill(userName);
  await sendButton(page).click();
  await expect(page.getByRole("heading", { name: playerId })).toBeVisible();
}

/** The badge beside the sentence. */
const status = (page: Page, words: string) => page.getByRole("main").getByText(words, { exact: true }).first();

test.describe("a registration", () => {
  test("is pending, then registered, without a reload and with its evidence", async ({ page }) => {
    const playerId = newPlayerId();
    await open(page);
    await register(page, playerId, "ﾔﾏﾀﾞ ﾀﾛｳ");
    await expect(status(page, "Pending")).toBeVisible();
    await expect(page.getByText(/of 30 min/)).toBeVisible();
    await expectAccessible(page);
    await decide(playerId, "registered");
    await expect(page.getByText("ヤマダ　タロウ is registered.")).toBeVisible();
    await expect(page.getByText("confirmed by query").first()).toBeVisible();
    await expect(page.getByText("Unsigned callback: registered")).toBeVisible();
  });

  test("that failed leads to another name, with the difference shown, and is registered", async ({ page }) => {
    const playerId = newPlayerId();
    await open(page);
    await register(page, playerId, "ワタナベ　ケンジ");
    await expect(status(page, "Pending")).toBeVisible();
    await decide(playerId, "failed");
    await expect(page.getByText("The registration of ワタナベ　ケンジ failed.")).toBeVisible();
    await page.getByRole("link", { name: "Register again" }).click();

    await expect(page.getByRole("textbox", { name: "Player ID" })).toHaveValue(playerId);
    await expect(nameField(page)).toHaveValue("ワタナベ　ケンジ");
    await expect(page.getByText("This is the name that failed.", { exact: false })).toBeVisible();
    await nameField(page).fill("ワタナベ　ケンイチ");
    await expect(page.locator("del")).toHaveText("ジ");
    await expect(page.locator("ins")).toHaveText("イチ");
    await expectAccessible(page);
    await sendButton(page).click();
    await expect(status(page, "Pending")).toBeVisible();
    await decide(playerId, "registered");
    await expect(page.getByText("ワタナベ　ケンイチ is registered.")).toBeVisible();
    await expect(page.getByText("2 registrations").first()).toBeVisible();
    await expectAccessible(page);
  });

  test("that expired can be made again under the same name", async ({ page }) => {
    const playerId = newPlayerId();
    await open(page);
    await register(page, playerId, "オオノ　ユウ");
    await expect(status(page, "Pending")).toBeVisible();
    await decide(playerId, "expired");
    await expect(page.getByText("The registration of オオノ　ユウ has expired.")).toBeVisible();
    await page.getByRole("link", { name: "Register again" }).click();
    await expect(nameField(page)).toHaveValue("オオノ　ユウ");
    await sendButton(page).click();
    await expect(status(page, "Pending")).toBeVisible();
  });

  test("is opened by the browser where the router never arrives", async ({ page }) => {
    const playerId = newPlayerId();
    await open(page);
    await page.route(new RegExp(`/players/${playerId}.*_rsc=`), () => {});
    await register(page, playerId, "キムラ　リエ");
    await expect(status(page, "Pending")).toBeVisible();
  });

  test("of another player after the browser's Back is made with a new form, which keeps what was typed", async ({
    page,
  }) => {
    const [first, second] = [newPlayerId(), newPlayerId()];
    await open(page);
    await register(page, first, "ヤマダ　タロウ");
    await page.goBack();
    await expect(sendButton(page)).toBeEnabled();
    await page.getByLabel("Player ID").fill(second);
    await nameField(page).fill("スズキ　ハナコ");
    await sendButton(page).click();
    await expect(page.getByText("This form was already used for another registration.")).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Start a new form" }).click();
    await expect(page.getByLabel("Player ID")).toHaveValue(second);
    await sendButton(page).click();
    await expect(page.getByRole("heading", { name: second })).toBeVisible();
  });

  test("of a player whose proposed ID was taken shows the earlier one", async ({ page }) => {
    const playerId = newPlayerId();
    await open(page);
    await register(page, playerId, "ハヤシ　マリ");
    await page.goto("/sandbox/players/new");
    await expect(sendButton(page)).toBeEnabled();
    await page.getByLabel("Player ID").fill(playerId.replace("kyc", "ｋｙｃ"));
    await page.getByRole("button", { name: playerId, exact: true }).click();
    await nameField(page).fill("ハヤシ　マリコ");
    const earlier = page.getByRole("region", { name: "Registered before" });
    await expect(earlier).toContainText(playerId);
    await expect(page.locator("ins")).toHaveText("コ");
  });

  test("under another name shows the registered one first, though the ID was typed last and Enter pressed in it", async ({
    page,
  }) => {
    const playerId = newPlayerId();
    await open(page);
    await register(page, playerId, "モリ　ケイ");
    await page.goto("/sandbox/players/new");
    await expect(sendButton(page)).toBeEnabled();
    await nameField(page).fill("モリ　ケイコ");
    await page.getByLabel("Player ID").fill(playerId);
    await page.getByLabel("Player ID").press("Enter");
    const refused = page.getByRole("alert").filter({ hasText: /To replace it, tick/ });
    await expect(refused).toBeVisible();
    const earlier = page.getByRole("region", { name: "Registered before" });
    await expect(earlier).toContainText(playerId);
    await expect(page.locator("ins")).toHaveText("コ");
    // An Enter that was meant for the first request agrees to nothing.
    const answer = page.waitForResponse(
      (response) => response.request().method() === "POST" && response.url().endsWith("/players/new"),
    );
    await page.getByLabel("Player ID").press("Enter");
    await answer;
    await expect(sendButton(page)).toBeEnabled();
    await expect(refused).toBeVisible();
    await expect(nameField(page)).toHaveValue("モリ　ケイコ");
    await expectAccessible(page);
    const replace = earlier.getByRole("checkbox", { name: "Replace the earlier registration" });
    await expect(replace).not.toBeChecked();
    const made = "select user_name from registrations where player_id = $1";
    expect(await atDatabase(made, [playerId])).toEqual([{ user_name: "モリ　ケイ" }]);
    await replace.press("Space");
    await expect(replace).toBeChecked();
    await sendButton(page).click();
    await expect(page.getByRole("heading", { name: playerId })).toBeVisible();
    await expect(page.getByText("2 registrations").first()).toBeVisible();
  });

  test("under the same name while one is on its way is not sent, and that is said", async ({ page }) => {
    const playerId = newPlayerId();
    await open(page);
    await register(page, playerId, "アベ　リョウ");
    await page.goto(`/sandbox/players/new?${new URLSearchParams({ playerId })}`);
    await expect(page.getByText(/It is sent again only if it is no longer valid/)).toBeVisible();
    await sendButton(page).click();
    await expect(page.getByRole("alert").filter({ hasText: /Nothing was sent/ })).toBeVisible();
    await expect(nameField(page)).toHaveValue("アベ　リョウ");
    await page.getByLabel("Player ID").fill(newPlayerId());
    await expect(page.getByText(/Nothing was sent/)).toBeHidden();
    await page.getByLabel("Player ID").fill(playerId);
    await expect(page.getByText(/Nothing was sent/)).toBeVisible();
  });
});

test.describe("a player's name", () => {
  for (const [what, typed, becomes] of [
    ["half-width", "ﾔﾏﾀﾞ ﾀﾛｳ", "ヤマダ　タロウ"],
    ["hiragana", "やまだ　たろう", "ヤマダ　タロウ"],
  ] as const) {
    test(`${what} is put right when the field is left, and can be undone`, async ({ page }) => {
      await open(page);
      await nameField(page).fill(typed);
      await nameField(page).press("Tab");
      await expect(nameField(page)).toHaveValue(becomes);
      await page.getByRole("button", { name: "Undo" }).click();
      await expect(nameField(page)).toHaveValue(typed);
    });
  }

  test("dashes that may be long vowels are proposed, with one press", async ({ page }) => {
    await open(page);
    await nameField(page).fill("セ−ルス―カ");
    await nameField(page).press("Tab");
    await expect(nameField(page)).toHaveValue("セ−ルス―カ");
    await page.getByRole("button", { name: "セールスーカ" }).click();
    await expect(nameField(page)).toHaveValue("セールスーカ");
  });

  test("kanji that look like kana are proposed, with one press", async ({ page }) => {
    await open(page);
    await nameField(page).fill("力トウ　ケン");
    await nameField(page).press("Tab");
    await expect(nameField(page)).toHaveAccessibleDescription(/Character 1: “力” is kanji.*U\+529B/);
    await page.getByRole("button", { name: "カトウ　ケン" }).click();
    await expect(nameField(page)).toHaveValue("カトウ　ケン");
  });

  for (const [what, typed, says] of [
    ["a company", "株式会社ヤマダ", /“株” is kanji/],
    ["an emoji", "ヤマダ😀", /“😀” cannot be used/],
    ["Latin letters", "Yamada", /Latin letters cannot be used here/],
    ["digits", "ヤマダ1", /Numbers cannot be used/],
  ] as const) {
    test(`${what} is refused by character and place, and nothing is sent`, async ({ page }) => {
      await open(page);
      await page.getByLabel("Player ID").fill(newPlayerId());
      await nameField(page).fill(typed);
      await sendButton(page).click();
      await expect(nameField(page)).toBeFocused();
      await expect(nameField(page)).toHaveAccessibleDescription(says);
      await expect(nameField(page)).toHaveValue(typed);
      await expect(page.getByText("Correct the marked fields.", { exact: false })).toBeVisible();
    });
  }

  test("is never cut: one that is too long is refused", async ({ page }) => {
    await open(page);
    await page.getByLabel("Player ID").fill(newPlayerId());
    await nameField(page).fill("ア".repeat(101));
    await sendButton(page).click();
    await expect(nameField(page)).toHaveAccessibleDescription(/At most 100 characters/);
    await expect(nameField(page)).toHaveValue("ア".repeat(101));
  });
});

test("an id that looks prefixed is refused with the reason, and its plain form is one press away", async ({ page }) => {
  await open(page);
  const id = page.getByLabel("Player ID");
  await id.fill("10001_p-77");
  await expect(id).toHaveAccessibleDescription(/Its responses would match no player/);
  await page.getByRole("button", { name: "p-77", exact: true }).click();
  await expect(id).toHaveValue("p-77");
});

test("a player whom another system registered is found by a status check, and an unknown one is not created", async ({
  page,
}) => {
  const playerId = newPlayerId();
  await registerElsewhere(playerId, "ホカノ　システム");
  await signInAs(page, "support");
  await page.goto("/sandbox/players");
  await expect(page.getByRole("link", { name: "Register a player" })).toHaveCount(0);
  const search = page.getByRole("searchbox", { name: "Player ID", exact: true });
  await expect(search).toHaveAccessibleDescription(/not searched here/);
  await search.fill(playerId);
  await search.press("Enter");
  await page.getByRole("button", { name: `Check “${playerId}” at the service` }).click();
  await expect(page.getByRole("heading", { name: playerId })).toBeVisible();
  await expect(page.getByText("Registered by another system", { exact: true })).toBeVisible();

  await page.goto(`/sandbox/players/${playerId}-unknown`);
  await page.getByRole("button", { name: /at the service$/ }).click();
  await expect(page.getByText("The service has no registration of this player.")).toBeVisible();
});

test("a search beside a tab that finds nothing is explained, too", async ({ page }) => {
  await signInAs(page, "support");
  await page.goto("/sandbox/players?show=pending&q=kyc-none-0");
  await expect(page.getByText("No registration matches this filter.")).toBeVisible();
  await expect(page.getByText(/^Names are not searched here/)).toBeVisible();
  await expect(page.getByRole("link", { name: "Search for “kyc-none-0” as a full name" })).toBeVisible();
});

test("the result of a status check goes with the search that it was made for", async ({ page }) => {
  await signInAs(page, "support");
  await page.goto("/sandbox/players");
  const search = page.getByRole("searchbox", { name: "Player ID", exact: true });
  await search.fill("kyc-none-1");
  await search.press("Enter");
  // Until the list has answered, the button stands below the rows of before, and moves.
  await expect(page.getByText(/here begins with “kyc-none-1”/)).toBeVisible();
  const asName = page.getByRole("link", { name: "Search for “kyc-none-1” as a full name" });
  await expect(asName).toHaveAttribute("href", "/sandbox/search?q=kyc-none-1");
  await page.getByRole("button", { name: "Check “kyc-none-1” at the service" }).click();
  await expect(page.getByText("The service has no registration of this player.")).toBeVisible();
  await search.fill("kyc-none-2");
  await search.press("Enter");
  await expect(page.getByRole("button", { name: "Check “kyc-none-2” at the service" })).toBeVisible();
  await expect(page.getByText(/here begins with “kyc-none-2”/)).toBeVisible();
  await expect(page.getByText("The service has no registration of this player.")).toHaveCount(0);

  await page.route(/\/sandbox\/players/, (route) =>
    route.request().method() === "POST" ? route.abort("connectionreset") : route.fallback(),
  );
  await page.getByRole("button", { name: "Check “kyc-none-2” at the service" }).click();
  await expect(page.getByText("No response from the console. Press again.")).toBeVisible();
});

test("the board finds a player by the beginning of a name, under the filter that fits", async ({ page }) => {
  const playerId = newPlayerId();
  await open(page);
  await register(page, playerId, "ケンサク　サレル");
  await expect(status(page, "Pending")).toBeVisible();
  await decide(playerId, "failed");
  await expect(page.getByText(/ケンサク　サレル failed/)).toBeVisible();
  await page.goto("/sandbox/players?show=needs");
  await page.getByRole("searchbox", { name: "Player ID or name" }).fill("ｹﾝｻｸ");
  await page.getByRole("searchbox", { name: "Player ID or name" }).press("Enter");
  // The list before the search may show the player, too.
  await expect(page).toHaveURL(/[?&]q=/);
  await expect(page.getByRole("link", { name: playerId, exact: true }).first()).toBeVisible();
  await expectAccessible(page);
  await page
    .getByRole("link", { name: `Register again: ${playerId}` })
    .first()
    .click();
  await expect(nameField(page)).toHaveValue("ケンサク　サレル");
});

test("who came from elsewhere finds the way back, and no foreign address is offered", async ({ page }) => {
  const playerId = newPlayerId();
  const back = "/sandbox/withdrawals?show=waiting";
  await open(page, { playerId, name: "モドリ　ミチ", back });
  await expect(page.getByRole("textbox", { name: "Player ID" })).toHaveValue(playerId);
  await expect(nameField(page)).toHaveValue("モドリ　ミチ");
  await expect(page.getByRole("link", { name: "Back to the deposit" })).toHaveAttribute("href", back);
  await sendButton(page).click();
  await expect(page.getByRole("heading", { name: playerId })).toBeVisible();
  await expect(page.getByRole("link", { name: "Back to the deposit" })).toHaveAttribute("href", back);
  for (const evil of ["https://evil.example/", "//evil.example", "/\\evil.example"]) {
    await page.goto(`/sandbox/players/new?${new URLSearchParams({ back: evil })}`);
    await expect(sendButton(page)).toBeEnabled();
    await expect(page.getByRole("link", { name: "Back to the deposit" })).toHaveCount(0);
  }
});

test.describe("in Japanese, on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test("a player is registered, fails, and is registered again", async ({ page }) => {
    const playerId = newPlayerId();
    await signInAs(page, "ops");
    await page.context().addCookies([{ name: "locale", value: "ja", url: testContext().url }]);
    await page.goto("/sandbox/players/new");
    await expect(sendButton(page)).toBeEnabled();
    await page.getByLabel("プレイヤーID").fill(playerId);
    await nameField(page).fill("やまもと はな");
    await nameField(page).blur();
    await expect(page.getByText("全角カタカナに変換しました。")).toBeVisible();
    await expectAccessible(page);
    await sendButton(page).tap();
    await expect(status(page, "処理中")).toBeVisible();
    await decide(playerId, "failed");
    await expect(page.getByText("ヤマモト　ハナの登録は失敗しました。")).toBeVisible();
    await expectAccessible(page);
    await expectFits(page);
    // The page brings how the player stands now. What the first form knew has not been refetched yet.
    const refetch = "**/player-files/known-players";
    await page.route(refetch, () => {});
    await page.getByRole("link", { name: "再登録" }).tap();
    await expect(page.getByRole("region", { name: "以前の登録" }).getByText("登録失敗")).toBeVisible();
    await page.unroute(refetch);
    await nameField(page).fill("ヤマモト　ハナコ");
    await expect(page.locator("ins")).toHaveText("コ");
    await expectFits(page);
    await sendButton(page).tap();
    await expect(page.getByRole("heading", { name: playerId })).toBeVisible();
    await expect(status(page, "処理中")).toBeVisible();
    await decide(playerId, "registered");
    await expect(page.getByText("ヤマモト　ハナコは登録済みです。", { exact: false })).toBeVisible();
    await page.goto("/sandbox/players");
    await expect(page.getByRole("link", { name: playerId, exact: true })).toBeVisible();
    await expectAccessible(page);
    await expectFits(page);
  });
});
