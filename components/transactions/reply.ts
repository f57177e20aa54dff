import { createTranslator } from "next-intl";
import type { Locale } from "@/lib/i18n/locale";
import { formatAmount } from "@/lib/money/format";
import { formatTokyo } from "@/lib/time";
import type { TransactionView } from "@/lib/transactions/schema";
import { type Headline, headlineOf } from "@/lib/transactions/status/display-status";
import { isHint } from "@/lib/transactions/status/status";
import type { ReplyWords } from "./reply-words";

/** What support sends to the player: how the order stands, with no personal data but its amount and its day. */
export function replyIn({ locale, reply }: ReplyWords, order: TransactionView): string {
  const t = createTranslator({ locale, messages: { reply }, namespace: "reply" });
  const { type, createdAt, resolution, paid, evidence } = order;
  const confirmed = dayIn(locale, paid?.at ?? evidence?.at ?? order.updatedAt);
  const said = t(`said.${replyKey(order)}`, { type, confirmed, finding: resolution?.finding ?? "" });
  const amount = formatAmount(order.amount, order.currency);
  return t("text", { type, amount, day: dayIn(locale, createdAt), said });
}

/** A payment without proof is not reported to the player. */
function replyKey(order: TransactionView): Headline {
  const headline = headlineOf(order);
  const { status, evidence } = order;
  const isProven = status !== null && evidence !== null && !isHint(evidence.source, status);
  return headline === "paid" && !isProven ? "open" : headline;
}

/** `23 Nov 2026` or `2026/11/23`, of the day in Tokyo. */
function dayIn(locale: Locale, at: string): string {
  const moment = new Date(at);
  if (locale === "ja") return formatTokyo(moment, "day");
  const usual = { timeZone: "Asia/Tokyo", day: "numeric", month: "short", year: "numeric" } as const;
  return moment.toLocaleDateString("en-GB", usual);
}
