import { useTranslations } from "next-intl";
import { absolute, subtractAmounts } from "@/lib/money/amount";
import { formatAmount } from "@/lib/money/format";

/** By how much a balance has moved since 0:00, as an amount and as a share of what it was. */
export function Change({ by, now, currency }: { by: string; now: string; currency: string }) {
  const t = useTranslations("dashboard.balance");
  const before = Number(subtractAmounts(now, by));
  const sign = by.startsWith("-") ? "−" : "+";
  const share = before > 0 ? `${sign}${((Math.abs(Number(by)) / before) * 100).toFixed(1)}%` : null;
  return (
    <span className="figures">
      {sign}
      {formatAmount(absolute(by), currency)} {share && `(${share})`}{" "}
      <span className="text-subtle-foreground">{t("since")}</span>
    </span>
  );
}
