import { type DemoOrder, later } from "./order";
import type { Random } from "./random";
import { STAFF } from "./staff";

const TEXTS = {
  DEPOSIT: [
    "プレイヤーに期限切れを連絡済み。新しいリンクで再入金の予定。",
    "Player says they paid from another account. Asked for the bank's receipt.",
    "振込人名義が登録名と異なっていたため、サービス側で取消。本人に案内済み。",
    "Chat 12:40: player closed the page by mistake, will try again tonight.",
  ],
  WITHDRAW: [
    "受取口座が解約済みとの回答。本人に新しい口座を確認中。",
    "Bank returned the transfer: account name does not match. Player informed.",
    "口座番号の桁誤り。訂正のうえ再申請を依頼しました。",
    "Service's support (ticket 47120): closed at the bank's request, nothing was paid.",
  ],
} as const;

export function noteOn({ type }: DemoOrder, random: Random, since: Date) {
  const by = random.pick(type === "DEPOSIT" ? STAFF.support : ([...STAFF.finance, ...STAFF.support] as const));
  return { by, at: later(since, random.between(240, 9_000)), text: random.pick(TEXTS[type]) };
}
