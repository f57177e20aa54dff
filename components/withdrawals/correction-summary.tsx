import { useTranslations } from "next-intl";
import { AccountType } from "@/components/orders/account-type";
import { OrderLink } from "@/components/orders/order-link";
import { HeadedTable, TableCell, TableRow } from "@/components/ui/table";
import type { Environment } from "@/lib/environment";
import { formatAmount } from "@/lib/money/format";
import type { CorrectionView, Difference } from "@/lib/transactions/schema";

type Props = { environment: Environment; correction: CorrectionView; currency: string };

/** Which request this one corrects, why that came to nothing, and what is different now. */
export function CorrectionSummary({ environment, correction, currency }: Props) {
  const t = useTranslations("withdrawals.approval");
  const timeline = useTranslations("timeline");
  const { referenceId, refused, differences } = correction;
  return (
    <section aria-label={t("correction.title")} className="grid gap-1.5 rounded-lg border border-border px-3 py-2.5">
      <p className="font-medium">
        {t("correction.title")} <OrderLink environment={environment} referenceId={referenceId} />
      </p>
      {refused.map(({ by, decision, reason }) => (
        <p key={by} className="text-muted-foreground">
          {t("decided", { by, decision })}
          {reason && <> · {timeline("reason", { reason })}</>}
        </p>
      ))}
      {differences.length === 0 ? (
        <p className="text-muted-foreground">{t("correction.same")}</p>
      ) : (
        <HeadedTable
          caption={t("correction.title")}
          heads={[t("correction.field"), t("correction.before"), t("correction.now")]}
        >
          {differences.map(({ field, before, now }) => (
            <TableRow key={field}>
              <TableCell>{t(`correction.fields.${field}`)}</TableCell>
              <TableCell>
                <Value field={field} value={before} currency={currency} />
              </TableCell>
              <TableCell className="font-medium">
                <Value field={field} value={now} currency={currency} />
              </TableCell>
            </TableRow>
          ))}
        </HeadedTable>
      )}
    </section>
  );
}

function Value({ field, value, currency }: { field: Difference["field"]; value: string; currency: string }) {
  const t = useTranslations("withdrawals.approval");
  if (value === "") return t("correction.none");
  if (field === "amount") return formatAmount(value, currency);
  if (field === "accountType" && (value === "1" || value === "2")) return <AccountType code={value} />;
  return <span lang="ja">{value}</span>;
}
