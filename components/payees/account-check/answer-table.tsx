import Link from "next/link";
import { useTranslations } from "next-intl";
import { HeadedTable, TableCell, TableRow } from "@/components/ui/table";
import type { Environment } from "@/lib/environment";
import type { AnswerRow } from "@/lib/payees/account-check/schema";

/** Each answer of the file, and the payee that it is evidence about. */
export function AnswerTable({ environment, rows }: { environment: Environment; rows: AnswerRow[] }) {
  const t = useTranslations("payees.check");
  return (
    <div className="max-h-96 overflow-auto rounded-lg border border-border">
      <HeadedTable caption={t("answers")} heads={[t("record"), t("account"), t("result"), t("payee")]}>
        {rows.map(({ record, account, holder, result, code, payeeId, unmatched }) => (
          <TableRow key={record}>
            <TableCell className="figures">{record}</TableCell>
            <TableCell>
              <span className="font-mono text-sm">{account}</span>{" "}
              <span lang="ja" className="text-sm text-muted-foreground">
                {holder}
              </span>
            </TableCell>
            <TableCell className={result === "confirmed" ? undefined : "font-semibold text-warning"}>
              {result === null ? t("noResult", { code }) : t(`result_${result}`)}
            </TableCell>
            <TableCell>
              {payeeId === null ? (
                <span className="text-sm text-muted-foreground">{t(`unmatched.${unmatched ?? "no_payee"}`)}</span>
              ) : (
                <Link
                  prefetch={false}
                  href={`/${environment}/payees/${payeeId}`}
                  className="text-sm text-primary hover:underline"
                >
                  {t("open")}
                </Link>
              )}
            </TableCell>
          </TableRow>
        ))}
      </HeadedTable>
    </div>
  );
}
