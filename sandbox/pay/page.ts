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

const page = (title: string, body: unknown) => html`<!doctype html>
<html lang="ja">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<style>${STYLE}</style>
</head>
<body>
<p class="band">サンドボックス · Sandbox: no real money</p>
<main>${body}</main>
</body>
</html>`;

export function messagePage(message: keyof typeof MESSAGES) {
  const [japanese, english] = MESSAGES[message];
  return page(japanese, html`<h1>${japanese}</h1><p lang="en">${english}</p>`);
}

/** One deposit as its payer sees it: what to pay where, or why not to. */
export function payPage(order: Order, state: PayState) {
  if (state !== "open") return messagePage(state);
  const { receiver } = order.parties;
  const rows: [string, string, string | null | undefined][] = [
    ["金額", "Amount", amount(order)],
    ["銀行", "Bank", receiver?.receiverBank],
    ["銀行コード", "Bank code", receiver?.receiverBankCode],
    ["支店", "Branch", receiver?.receiverBankBranch],
    ["口座番号", "Account number", receiver?.receiverAccount],
    ["受取人", "Receiver", receiver?.receiverName],
    ["注文番号", "Reference", order.referenceId],
  ];
  const known = rows.filter(([, , value]) => value);
  return page(
    "お支払い · Payment",
    html`<h1>お支払い <span lang="en">Payment</span></h1>
<p>下の口座へ正確な金額をお振り込みください。<br><span lang="en">Transfer exactly this amount to this account.</span></p>
<dl>${known.map(([ja, en, value]) => html`<dt>${ja} <span lang="en">${en}</span></dt><dd>${value}</dd>`)}</dl>
<form method="post" action="/pay/${order.payToken}/paid"><button class="main">支払いました <span lang="en">I have paid</span></button></form>
<form method="post" action="/pay/${order.payToken}/failed"><button>失敗させる <span lang="en">Let it fail</span></button></form>`,
  );
}

function amount({ amount, currency }: Order): string {
  const [whole = "", fraction] = amount.split(".");
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ",");
  return `${fraction === undefined ? grouped : `${grouped}.${fraction}`} ${currency}`;
}
