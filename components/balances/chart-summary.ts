import type { Translator } from "@/components/messages/translator";
import type { CurrencyHistory } from "@/lib/balances/schema";
import { formatAmount } from "@/lib/money/format";
import { formatTokyo } from "@/lib/time";

type Shown = Pick<CurrencyHistory, "currency" | "until" | "points" | "extremes">;

/** What was available at least and at most. The end is named where the range does not end now. */
export function chartSummary(
  t: Translator<"balances.chart">,
  { currency, until, points, extremes }: Shown,
  { locale, isCustom }: { locale: string; isCustom: boolean },
): string {
  const first = points[0];
  if (!first || !extremes) return "";
  const momentOf = (at: string) => formatTokyo(new Date(at), "minute", locale);
  const lowest = formatAmount(extremes.lowest, currency);
  const highest = formatAmount(extremes.highest, currency);
  const from = momentOf(first.at);
  return isCustom
    ? t("saidUntil", { lowest, highest, from, until: momentOf(until) })
    : t("said", { lowest, highest, from });
}
