import Link from "next/link";
import { useTranslations } from "next-intl";
import { Money } from "@/components/display/money";
import { Alert } from "@/components/ui/alert";
import type { Environment } from "@/lib/environment";
import { isSameDifference } from "@/lib/reconciliation/difference";
import type { RowDetail } from "@/lib/reconciliation/schema";

/** What a later run says of the exception, where it is not what the row has: that is what closing ends. */
export function FoundSince({ environment, row }: { environment: Environment; row: RowDetail }) {
  const t = useTranslations("reconciliation");
  const { lastFound } = row;
  if (!lastFound || isSameDifference(lastFound, row)) return null;
  const { currency } = lastFound;
  const sides = [
    [t("rows.ledger"), lastFound.ledgerAmount],
    [t("rows.service"), lastFound.serviceAmount],
  ] as const;
  return (
    <Alert tone="watch">
      <p>{t("detail.foundSince")}</p>
      <p className="font-semibold">{t(`classes.${lastFound.class}`)}</p>
      {sides.map(([name, amount]) => (
        <p key={name}>
          {name}: {amount ? <Money amount={amount} currency={currency} /> : "–"}
        </p>
      ))}
      <Link
        prefetch={false}
        href={`/${environment}/reconciliation/${lastFound.runId}?q=${encodeURIComponent(row.reference)}`}
        className="underline"
      >
        {t("detail.openLater")}
      </Link>
    </Alert>
  );
}
