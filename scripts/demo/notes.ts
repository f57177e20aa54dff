import { type DemoOrder, later } from "./order";
import type { Random } from "./random";
import { STAFF } from "./staff";

const LATE = "プレイヤーに期限切れを連絡済み。新しいリンクで再入金の予定。";
const PAGE_CLOSED = "Player closed the page by mistake and will try again later.";

const AT_A_BANK = {
  DEPOSIT: {
    failed: [LATE, PAGE_CLOSED, "Player says they paid from another account. Asked for the bank's receipt."],
    closed: ["振込人名義が登録名と異なっていたため、サービス側で取消。本人に案内済み。"],
  },
  WITHDRAW: {
    failed: [
      "受取口座が解約済みとの回答。本人に新しい口座を確認中。",
      "Bank returned the transfer: account name does not match. Player informed.",
      "口座番号の桁誤り。訂正のうえ再申請を依頼しました。",
    ],
    closed: ["Service's support: closed at the bank's request, nothing was paid."],
  },
} as const;

const IN_A_WALLET = {
  DEPOSIT: { failed: [LATE, PAGE_CLOSED], closed: ["Service's support: closed, the player was informed."] },
  WITHDRAW: {
    failed: ["ウォレットアドレスの誤り。訂正のうえ再申請を依頼しました。"],
    closed: ["Service's support: closed, nothing was paid."],
  },
} as const;

/** On an order that ended without a payment. */
export function noteOn({ type, currency, moves }: DemoOrder, random: Random, since: Date) {
  const by = random.pick(type === "DEPOSIT" ? STAFF.support : ([...STAFF.finance, ...STAFF.support] as const));
  const texts = (currency === "USDT" ? IN_A_WALLET : AT_A_BANK)[type];
  const end = moves.at(-1)?.to === "FAILED" ? "failed" : "closed";
  return { by, at: later(since, random.between(240, 9_000)), text: random.pick<string>(texts[end]) };
}
