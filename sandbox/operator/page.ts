import { html } from "hono/html";
import type { Registration } from "../kyc/registrations";
import type { Account } from "../ledger/accounts";
import type { ListedPosting } from "../ledger/check";
import { ANNOUNCED } from "../merchants/announced";
import type { Merchant } from "../merchants/config";
import type { Order } from "../orders/order";
import { mayBecome } from "../orders/status";
import type { ListedCallback } from "./callback-list";
import { MOVES } from "./orders";
import { STYLE } from "./style";

/** How many of each list the page shows, the newest ones. Open orders have a list of their own, as they wait for a press. */
export const ON_PAGE = { openOrders: 200, otherOrders: 50, registrations: 200, callbacks: 50, postings: 50 };

export type PageData = {
  merchants: Merchant[];
  openOrders: Order[];
  otherOrders: Order[];
  registrations: Registration[];
  callbacks: ListedCallback[];
  accounts: Account[];
  postings: ListedPosting[];
  faults: string[];
};

type Action = { label: string; method?: "POST" | "PATCH"; path: string; body?: unknown };

/** A button that makes one call of the JSON API and reloads the page. */
const button = ({ label, method = "POST", path, body }: Action) =>
  html`<button data-method="${method}" data-path="${path}" data-body="${body === undefined ? "" : JSON.stringify(body)}">${label}</button>`;

/** A card of its own; wider than the page, it scrolls by keyboard too. */
const table = (title: string, heads: string[], rows: unknown[][]) => html`<section class="card">
<h2>${title}</h2>
<div class="scroll" role="region" aria-label="${title}" tabindex="0"><table>
<thead><tr>${heads.map((head) => html`<th scope="col">${head}</th>`)}</tr></thead>
<tbody>${rows.map((row) => html`<tr>${row.map((cell) => html`<td>${cell}</td>`)}</tr>`)}</tbody>
</table></div>
</section>`;

/** A heading that says where the list below it may not be the whole one. */
const heading = (title: string, listed: unknown[], limit: number) =>
  listed.length < limit ? title : `${title} (latest ${limit})`;

const time = (at: Date | null) => at?.toISOString().replace("T", " ").slice(0, 19) ?? "";

export const operatorPage = (all: PageData) => html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Sandbox: operator's side</title>
<style>${STYLE}</style>
<script src="/page.js" defer></script>
</head>
<body>
<header class="band">Sandbox: no real money</header>
<main>
<div><h1>Operator's side</h1>
<p class="summary">${all.faults.length === 0 ? "The ledger balances." : html`<strong>The ledger does not balance:</strong> ${all.faults.join("; ")}`} Times are UTC.</p></div>
<p id="problem" role="alert"></p>
${orderTable(heading("Open orders", all.openOrders, ON_PAGE.openOrders), all.openOrders)}
${orderTable(heading("Other orders", all.otherOrders, ON_PAGE.otherOrders), all.otherOrders)}
${playerTable(all.registrations)}
${callbackTable(all.callbacks)}
${merchantTable(all.merchants)}
${table(
  "Accounts",
  ["merchant", "currency", "account", "balance"],
  all.accounts.map(({ merchant, currency, kind, balance }) => [merchant, currency, kind, balance]),
)}
${postingTable(all.postings)}
</main>
</body>
</html>`;

const orderTable = (title: string, orders: Order[]) =>
  table(
    title,
    ["created", "merchant", "type", "amount", "fee", "player", "reference", "status", "actions"],
    orders.map((order) => [
      time(order.createdAt),
      order.merchant,
      order.type,
      `${order.amount} ${order.currency}`,
      order.fee,
      order.playerId,
      order.referenceId,
      order.status,
      Object.entries(MOVES)
        .filter(([, to]) => mayBecome(order.status, to))
        .map(([label]) => button({ label, path: `/orders/${order.transactionId}/${label}` })),
    ]),
  );

const resultsAfter = (status: string): string[] => {
  if (status === "PENDING") return ["registered", "failed", "expired"];
  return status === "REGISTERED" ? ["expired"] : [];
};

const playerTable = (registrations: Registration[]) =>
  table(
    heading("Players", registrations, ON_PAGE.registrations),
    ["registered", "merchant", "player", "name", "channel", "status", "actions"],
    registrations.map(({ id, createdAt, merchant, playerId, userName, gateway, status }) => [
      time(createdAt),
      merchant,
      playerId,
      userName,
      gateway,
      status,
      resultsAfter(status).map((label) => button({ label, path: `/kyc/registrations/${id}/${label}` })),
    ]),
  );

const callbackTable = (callbacks: ListedCallback[]) =>
  table(
    heading("Callbacks", callbacks, ON_PAGE.callbacks),
    ["created", "to", "body", "attempts", "acknowledged", "next", "actions"],
    callbacks.map(({ id, createdAt, url, body, attempts, acknowledgedAt, nextAttemptAt }) => [
      time(createdAt),
      url,
      html`<code>${body}</code>`,
      attempts.map(
        ({ number, status, problem }) => html`<div>${number}: ${status ?? problem ?? "no answer yet"}</div>`,
      ),
      time(acknowledgedAt),
      time(nextAttemptAt),
      button({ label: "resend", path: `/callbacks/${id}/resend` }),
    ]),
  );

const merchantTable = (merchants: Merchant[]) =>
  table(
    "Merchants",
    ["number", "name", "result after", "repeated reference", "announced"],
    merchants.map(({ number, name, announced, resultAfterMs, repeatedReference }) => [
      number,
      name,
      resultAfterMs === null ? "never" : `${resultAfterMs} ms`,
      repeatedReference,
      ANNOUNCED.map((change) =>
        button({
          label: `${change}: ${announced[change] ? "on" : "off"}`,
          method: "PATCH",
          path: `/merchants/${number}`,
          body: { announced: { [change]: !announced[change] } },
        }),
      ),
    ]),
  );

const postingTable = (postings: ListedPosting[]) =>
  table(
    heading("Postings", postings, ON_PAGE.postings),
    ["posted", "merchant", "reason", "amount", "from", "to", "order"],
    postings.map(({ postedAt, merchant, reason, amount, currency, debit, credit, transactionId }) => [
      time(postedAt),
      merchant,
      reason,
      `${amount} ${currency}`,
      debit,
      credit,
      transactionId ?? "",
    ]),
  );
