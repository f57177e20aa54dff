import { Client } from "pg";
import { signInAs, testContext } from "../support/test-context";
import { expect, expectAccessible, expectFits, test } from "./fixtures";

const REFERENCE = "CHECKS-1";
const DAY = /\d{1,2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}/.source;
const DAY_IN_JAPANESE = /\d{4}\/\d{2}\/\d{2} \d{2}:\d{2}/.source;
const TIME = /\d{2}:\d{2}:\d{2}/.source;

/** Paid two days ago as an answer said then; asked a moment ago, in vain. A callback had made the console look. */
test.beforeAll(async () => {
  const client = new Client({ connectionString: testContext().databaseUrl });
  await client.connect();
  await client.query(
    `with made as (
       insert into transactions (environment, reference_id, type, currency, amount, player_id, status, status_source,
         status_at, created_at, updated_at)
       values ('sandbox', $1, 'WITHDRAW', 'USDT', 7, '00-checks', 'COMPLETED', 'query', now() - interval '2 days',
         now() - interval '2 days', now())
       returning id)
     insert into exchanges (environment, transaction_row, purpose, path, request_body, sent_at, answered_at, http_status,
       headers, body, failure)
     select 'sandbox'::environment, id, 'status_check'::exchange_purpose, '/transactions', '{}', now() - interval '2 days',
       now() - interval '2 days', 200, '{}'::jsonb, '{}', null::jsonb from made
     union all
     select 'sandbox', id, 'status_check', '/transactions', '{}', now(), null, null, '{}'::jsonb, null,
       '{"kind":"unknown","reason":"no_answer"}'::jsonb from made`,
    [REFERENCE],
  );
  await client.query(
    `insert into audit_events (at, environment, actor_kind, actor_id, actor_name, action, subject, detail)
     values (now(), 'sandbox', 'job', 'check-unknown-orders', 'check-unknown-orders', 'transaction.looked_up', $1, '{}')`,
    [REFERENCE],
  );
  await client.end();
});

test("an order says when it was answered last and when it was asked in vain, with the date of other days", async ({
  page,
}) => {
  await signInAs(page, "ops");
  await page.goto(`/sandbox/transactions/${REFERENCE}`);
  const main = page.getByRole("main");
  await expect(main).toContainText(new RegExp(`confirmed by query ${DAY}`));
  await expect(main).toContainText(new RegExp(`Last response ${DAY}\\. Last attempt ${TIME}, no response\\.`));
  await expectAccessible(page);
  await expectFits(page);

  await page.goto(`/sandbox/activity?order=${REFERENCE}`);
  await expect(main.getByText("Choba (after a callback) looked the order up")).toBeVisible();
  await expect(page.getByText("check-unknown-orders looked")).toHaveCount(0);

  await page.context().addCookies([{ name: "locale", value: "ja", url: testContext().url }]);
  await page.reload();
  await expect(main.getByText("Choba（コールバック受信後）が取引を検索")).toBeVisible();
  await page.goto(`/sandbox/transactions/${REFERENCE}`);
  await expect(main).toContainText(new RegExp(`最終回答 ${DAY_IN_JAPANESE}。 最終照会 ${TIME}（回答なし）。`));
});

test("a player's id is found by its end", async ({ page }) => {
  await signInAs(page, "viewer");
  await page.goto("/sandbox/search?q=0-checks");
  await expect(page.getByRole("main")).toContainText(REFERENCE);
});
