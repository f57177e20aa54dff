import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Money } from "@/components/display/money";
import { formatAmount } from "@/lib/money/format";

/** A form, or its review, with what it would do beside it. The form is as wide before the rest of the page has come. */
export const SIDE_BY_SIDE = "grid grid-cols-1 items-start gap-4 side:grid-cols-[minmax(0,1fr)_23.25rem]";
export const BESIDE = "grid min-w-0 gap-3 side:sticky side:top-18";

/** The one large figure beside a form; a dash before there is one. */
export function SummaryAmount({ amount, currency }: { amount: string | null; currency: string }) {
  const t = useTranslations("orders");
  return (
    <div>
      <p className="text-xs text-muted-foreground">{t("amount")}</p>
      <p className="text-3xl font-semibold tracking-tight">
        {amount === null ? (
          <span className="text-subtle-foreground">–</span>
        ) : (
          <Money amount={amount} currency={currency} className="whitespace-normal break-all" />
        )}
      </p>
    </div>
  );
}

export const SummaryLines = ({ children }: { children: ReactNode }) => <dl className="text-sm">{children}</dl>;

export function SummaryLine({ name, children }: { name: ReactNode; children: ReactNode }) {
  return (
    <div className="flex min-h-8 items-center justify-between gap-3 border-b border-border last:border-b-0">
      <dt className="text-muted-foreground">{name}</dt>
      <dd className="min-w-0 text-right">{children}</dd>
    </div>
  );
}

type FootProps = {
  amount: string | null;
  currency: string;
  /** What a phone shows beside the amount. */
  line: ReactNode;
  note: ReactNode;
  submit: ReactNode;
};

/** The button that leads on and what it does not do. On a phone it stays above the bar, with the figures. */
export function SummaryFoot({ amount, currency, line, note, submit }: FootProps) {
  return (
    <div className="max-md:fixed max-md:inset-x-0 max-md:bottom-[calc(3.5rem+env(safe-area-inset-bottom))] max-md:z-10 max-md:flex max-md:items-center max-md:gap-3 max-md:border-t max-md:border-border max-md:bg-card max-md:px-4 max-md:py-2 md:grid md:gap-2">
      <p className="min-w-0 flex-1 md:hidden">
        <span className="block truncate font-semibold figures">
          {amount === null ? "–" : formatAmount(amount, currency)}
        </span>
        <span className="block truncate text-xs text-muted-foreground">{line}</span>
      </p>
      {submit}
      <p className="text-center text-xs text-subtle-foreground max-md:hidden">{note}</p>
    </div>
  );
}
