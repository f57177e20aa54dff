import { expect, type Page } from "@playwright/test";
import { canonical, sign } from "@/lib/payments-api/sign";
import { typedDeposit } from "../support/forms";
import { OPERATOR_HEADERS } from "../support/operator";
import { testContext } from "../support/test-context";
import { requestOrder } from "./request-order";

type Typed = { currency?: "JPY" | "THB"; amount?: string; player?: string; payer?: string; bank?: string };

/** What a user enters into the form of a deposit. A deposit in baht needs no registered player. */
export async function typeDeposit(page: Page, typed: Typed = {}) {
  const { currency = "THB", amount = "1,500.50", player = "p-30117", payer = "ヤマダ　タロウ", bank = "" } = typed;
  await page.goto("/sandbox/deposits/new");
  await expect(page.getByRole("button", { name: "Review" })).toBeEnabled();
  await page.getByLabel("Currency").selectOption(currency);
  await page.getByLabel("Amount").fill(amount);
  await page.getByLabel("Player ID").fill(player);
  await page.getByLabel("Payer’s name").fill(payer);
  if (bank) await page.getByLabel("Payer’s bank code").fill(bank);
}

/** Types, reviews and creates; resolves to the referenceId when the order's own page has opened. */
export async function createByForm(page: Page, typed: Typed = {}): Promise<string> {
  await typeDeposit(page, typed);
  return reviewAndCreate(page);
}

/** A deposit that a test begins with, as the page's user creates it, and its own page. */
export async function createDeposit(page: Page, typed: Typed = {}): Promise<string> {
  const { currency = "THB", amount = "1,500.50", player: playerId = "p-30117", bank: payerBankCode = "" } = typed;
  const { payer: payerAccountName = "ヤマダ　タロウ" } = typed;
  const form = typedDeposit({ currency, amount, playerId, payerAccountName, payerBankCode });
  const referenceId = await requestOrder(page, "requestDepositAction", form);
  await page.goto(`/sandbox/transactions/${referenceId}`);
  return referenceId;
}

export async function reviewAndCreate(page: Page): Promise<string> {
  await page.getByRole("button", { name: "Review" }).click();
  await page.getByRole("button", { name: /^Create/ }).click();
  await page.waitForURL(/\/sandbox\/transactions\/DP-/);
  return new URL(page.url()).pathname.split("/").at(-1)!;
}

/** Registers a player with the service, as another system of the merchant would. */
export async function registerPlayer(playerId: string, result: "registered" | "failed" | null = "registered") {
  const { baseUrl, apiKey, secretKey, kycGateway } = testContext().sandbox;
  const timestamp = String(Math.floor(Date.now() / 1000));
  const player = { playerId, userName: "ヤマダ　タロウ", currency: "JPY", gateway: kycGateway ?? null };
  const body = canonical({ ...player, timestamp, nonce: crypto.randomUUID() });
  const headers = { "content-type": "application/json", "x-api-key": apiKey, "x-signature": sign(body, secretKey) };
  const answer = await fetch(`${baseUrl}/kyc-register`, { method: "POST", headers, body });
  expect(answer.status, await answer.text()).toBe(200);
  if (result) await decidePlayer(playerId, result);
}

/** What the service's own people decide about a player. */
export const decidePlayer = (playerId: string, result: "registered" | "failed") =>
  operate(`/kyc/${playerId}/${result}`);

/** What the service does with the next requests to this path. */
export const misbehave = (fault: { path: string } & Record<string, unknown>) =>
  operate("/faults", { times: 1, ...fault });

async function operate(path: string, body: unknown = {}) {
  const answer = await fetch(testContext().sandbox.operatorUrl + path, {
    method: "POST",
    headers: OPERATOR_HEADERS,
    body: JSON.stringify(body),
  });
  expect(answer.ok, await answer.text()).toBe(true);
}
