import { Check, FileQuestion, type LucideIcon, TriangleAlert, X } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { Timestamp } from "@/components/display/timestamp";
import { TitledCard } from "@/components/ui/card";
import { cn } from "@/lib/cn";
import type { CheckResult } from "@/lib/payees/account-check/results";
import type { AccountCheckView, PayeeView } from "@/lib/payees/schema";
import { formatDay } from "@/lib/time";

const ICONS: Record<CheckResult, LucideIcon> = {
  confirmed: Check,
  no_account: X,
  name_differs: TriangleAlert,
  other: FileQuestion,
};

type ChecksProps = { checks: AccountCheckView[]; className?: string };

/** What banks said of an account and when, each with its source, as items of a list. */
export function AccountChecks({ checks, className }: ChecksProps) {
  const t = useTranslations("payees.check");
  const locale = useLocale();
  if (checks.length === 0) return <li className="px-4 py-2.5 text-sm text-muted-foreground">{t("none")}</li>;
  return checks.map(({ id, result, bank, on, by, at }) => {
    const Icon = ICONS[result];
    const isDoubt = result !== "confirmed";
    return (
      <li key={id} className={cn("flex items-start gap-2.5 px-4 py-2.5 text-sm", className)}>
        <Icon aria-hidden className={cn("mt-0.5 size-4 shrink-0", isDoubt ? "text-warning" : "text-primary")} />
        <span className="min-w-0 flex-1">
          <span className={cn("block", isDoubt && "font-semibold text-warning")}>
            {t(`results.${result}`, { bank, on: formatDay(on, locale) })}
          </span>
          <span className="text-xs text-subtle-foreground">
            {t.rich("importedBy", { by, at: () => <Timestamp at={at} style="minute" /> })}
          </span>
        </span>
      </li>
    );
  });
}

/** What speaks for the account: what its bank said, and what was paid to it. */
export function PayeeEvidence({ payee: { checks, paid } }: { payee: PayeeView }) {
  const t = useTranslations("payees");
  const { count, lastAt } = paid;
  return (
    <TitledCard title={t("evidence")}>
      <ul className="divide-y divide-border">
        <AccountChecks checks={checks} />
        <li className="flex items-center justify-between gap-2 px-4 py-2.5 text-sm">
          {t("paidTimes", { count })}
          {lastAt !== null && (
            <span className="text-xs text-subtle-foreground">
              {t.rich("lastPaid", { at: () => <Timestamp at={lastAt} style="compact" /> })}
            </span>
          )}
        </li>
      </ul>
    </TitledCard>
  );
}
