import { createTranslator } from "next-intl";
import { formatAmount } from "@/lib/money/format";
import { formatTokyo } from "@/lib/time";
import type { TransactionView } from "@/lib/transactions/schema";
import { type Headline, headlineOf, isDismissed } from "@/lib/transactions/status/display-status";
import { isUnpaid, mayBeSentByLost } from "@/lib/transactions/status/sentence";
import { isHint } from "@/lib/transactions/status/status";
import type { ReplyWords } from "./reply-words";

/**
 * What support sends to the player: how the order stands, with no personal data but its amount and its day. The day on
 * which another system created it may not be known.
 */
export function replyIn({ locale, reply }: ReplyWords, order: TransactionView): string {
  const t = createTranslator({ locale, messages: { reply }, namespace: "reply" });
  const dayOf = (at: string) => formatTokyo(new Date(at), "day", locale);
  const { type, createdAt, firstSeen, resolution, paid, evidence } = order;
  const day = firstSeen?.isCreationReported === false ? "unknown" : dayOf(createdAt);
  const confirmed = dayOf(paid?.at ?? evidence?.at ?? order.updatedAt);
  const said = t(`said.${replyKey(order)}`, { type, confirmed, finding: resolution?.finding ?? "" });
  const amount = formatAmount(order.amount, order.currency);
  return t("text", { type, amount, day, said });
}

/** A payment without proof is not reported to the player, nor one as not sent that may have been. */
function replyKey(order: TransactionView): Headline | "dismissed" | "replaced" {
  if (mayBeSentByLost(order)) return "unheard";
  const headline = headlineOf(order);
  const { status, evidence, replacedBy, isReplacedInVain, resolution } = order;
  if (replacedBy !== null && isUnpaid({ ...order, finding: resolution?.finding ?? null })) {
    // What was requested is paid, if at all, by an order that replaced it.
    if (!isReplacedInVain) return "replaced";
    // Its correction was made, and was not sent either.
    if (headline === "sent_back") return "stopped";
  }
  if (isDismissed(order)) return "dismissed";
  const isProven = status !== null && evidence !== null && !isHint(evidence.source, status);
  return headline === "paid" && !isProven ? "open" : headline;
}
