import { html } from "hono/html";
import type { Order } from "../orders/order";
import { STYLE } from "./style";

export type PayState = "open" | "paid" | "closed" | "expired";

const MESSAGES = {
  "not found": ["お支払いが見つかりません", "There is no such payment"],
  paid: ["お支払いを確認しました", "Paid. Thank you."],
  closed: ["このお支払いは終了しました。送金しないでください", "This payment is closed. Do not send money."],
  expired: ["お支払い期限が過ぎました。送金しないでください", "This payment has expired. Do not send money."],
} as const;

const page = (title: string, body: unknown, head: unknown = "") => html`<!doctype html>
<html lang="ja">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<style>${STYLE}</style>
${head}
</head>
<body>
<header class="band">サンドボックス · Sandbox: no real money</header>
<main>${body}</main>
</body>
</html>`;

export function messagePage(message: keyof typeof MESSAGES) {
  const [japanese, english] = MESSAGES[message];
  return page(japanese, html`<div><h1>${japanese}</h1><p class="summary" lang="en">${english}</p></div>`);
}

export type Payment = {
  order: Order;
  merchant: string | undefined;
  payer: string | undefined;
  deadline: Date;
  leftMs: number;
};

type Row = { ja: string; en: string; value: unknown; copy?: string; main?: boolean };

/** One deposit as its payer sees it: what to pay where, under which name and until when. */
export function payPage({ order, merchant, payer, deadline, leftMs }: Payment) {
  const { receiver } = order.parties;
  const copied = (ja: string, en: string, value: string | null | undefined): Row[] =>
    value ? [{ ja, en, value, copy: value }] : [];
  const shown = (ja: string, en: string, value: unknown): Row[] => (value ? [{ ja, en, value }] : []);
  const rows = [
    ...shown("加盟店", "Merchant", merchant),
    ...shown("お支払い期限", "Pay by", time(deadline, order.currency)),
    { ja: "金額", en: "Amount", value: amount(order), copy: order.amount, main: true },
    ...copied("銀行", "Bank", receiver?.receiverBank),
    ...copied("銀行コード", "Bank code", receiver?.receiverBankCode),
    ...copied("支店", "Branch", receiver?.receiverBankBranch),
    ...copied("口座番号", "Account number", receiver?.receiverAccount),
    ...copied("受取人", "Recipient", receiver?.receiverName),
    ...copied("振込名義", "Payer name", payer),
    ...shown("プレイヤーID", "Player ID", order.playerId),
    ...copied("参照ID", "Reference", order.referenceId),
  ];
  return page(
    "お支払い · Payment",
    html`<div><h1>お支払い <span lang="en">Payment</span></h1>
<p class="summary">期限までに、下の口座へ正確な金額をお振り込みください。<br><span lang="en">Transfer exactly this amount to this account before the deadline.</span></p></div>
<dl class="card">${rows.map(line)}</dl>
<p role="status" class="unseen"></p>
<div class="choices"><form method="post" action="/pay/${order.payToken}/paid"><button class="primary">支払いました <span lang="en">I have paid</span></button></form>
<form method="post" action="/pay/${order.payToken}/failed"><button>失敗させる <span lang="en">Let it fail</span></button></form></div>`,
    // The page reloads at the deadline, and then says that it has expired.
    html`<meta http-equiv="refresh" content="${Math.ceil(leftMs / 1000)}">
<script src="/pay/assets/copy.js" defer></script>`,
  );
}

const line = ({ ja, en, value, copy, main }: Row) =>
  html`<div class="${main ? "row main" : "row"}"><dt>${ja} <span lang="en">${en}</span></dt><dd><span>${value}</span>${copy === undefined ? "" : copyButton(ja, en, copy)}</dd></div>`;

const copyButton = (ja: string, en: string, copy: string) =>
  html`<button type="button" hidden data-copy="${copy}" data-copied="コピー済み · Copied" data-failed="コピーできません · Not copied" aria-label="${ja}をコピー · Copy ${en.toLowerCase()}">コピー <span lang="en">Copy</span></button>`;

/** The country of a payer in this currency. */
const ZONES: Record<Order["currency"], [zone: string, name: string]> = {
  JPY: ["Asia/Tokyo", "JST"],
  THB: ["Asia/Bangkok", "ICT"],
  USDT: ["UTC", "UTC"],
};

const DIGITS = {
  year: "numeric",
  month: "2-digit",
  day: "2-digit",
  hour: "2-digit",
  minute: "2-digit",
  hourCycle: "h23",
} as const;

function time(at: Date, currency: Order["currency"]) {
  const [timeZone, name] = ZONES[currency];
  const shown = new Intl.DateTimeFormat("ja-JP", { ...DIGITS, timeZone }).format(at);
  return html`<time datetime="${at.toISOString()}">${shown} ${name}</time>`;
}

function amount({ amount, currency }: Order): string {
  const [whole = "", fraction] = amount.split(".");
  const grouped = BigInt(whole).toLocaleString("en");
  return `${fraction === undefined ? grouped : `${grouped}.${fraction}`} ${currency}`;
}
