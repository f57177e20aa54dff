import Link from "next/link";
import { useTranslations } from "next-intl";
import { Timestamp } from "@/components/display/timestamp";
import { Card } from "@/components/ui/card";
import { Count } from "@/components/ui/count";
import { HeadedTable, TableCell, TableRow } from "@/components/ui/table";
import type { Environment } from "@/lib/environment";
import type { StatementRow } from "@/lib/reconciliation/statements/schema";
import { WithdrawStatement } from "./withdraw-statement";

const COLUMNS = ["file", "account", "entries", "matched", "broken", "by", "at"] as const;
const FIGURES: ReadonlySet<string> = new Set(["entries", "matched", "broken"]);

type Props = { environment: Environment; statements: StatementRow[]; mayWithdraw: boolean };

/** The statements, the newest first; each leads to its entries. */
export function StatementTable({ environment, statements, mayWithdraw }: Props) {
  const t = useTranslations("statements");
  return (
    <Card className="mb-4 max-h-96 overflow-auto" tabIndex={0} aria-label={t("files")}>
      <HeadedTable
        caption={t("files")}
        heads={[
          ...COLUMNS.map((column) =>
            FIGURES.has(column) ? { figure: t(`columns.${column}`) } : t(`columns.${column}`),
          ),
          ...(mayWithdraw ? [t("columns.actions")] : []),
        ]}
        isTinted
        className="min-w-200"
      >
        {statements.map(
          ({ statementId, name, format, isOwn, accounts, entries, repeated, matched, broken, by, at }) => (
            <TableRow key={statementId}>
              <TableCell className="max-w-72">
                <Link
                  prefetch={false}
                  href={`/${environment}/reconciliation/statements?statement=${statementId}`}
                  className="inline-block min-h-6 max-w-64 font-semibold break-words hover:underline"
                >
                  {name}
                </Link>
                <span className="block text-xs text-muted-foreground">{t(`formats.${format}`)}</span>
              </TableCell>
              <TableCell>
                {[...new Set(accounts.map(({ account }) => account))].map((account) => (
                  <span key={account} className="block whitespace-nowrap">
                    {account}
                  </span>
                ))}
                <span className="block text-xs text-muted-foreground">
                  {t(`upload.accounts.${isOwn ? "own" : "service"}`)}
                </span>
              </TableCell>
              <TableCell className="figures text-right">
                {entries.toLocaleString("en")}
                {repeated > 0 && (
                  <span className="block text-xs text-muted-foreground">{t("repeated", { repeated })}</span>
                )}
              </TableCell>
              <TableCell className="figures text-right">{matched.toLocaleString("en")}</TableCell>
              <TableCell className="text-right">{broken > 0 ? <Count tone="watch">{broken}</Count> : "–"}</TableCell>
              <TableCell>{by}</TableCell>
              <TableCell className="text-xs text-subtle-foreground">
                <Timestamp at={at} style="minute" />
              </TableCell>
              {mayWithdraw && (
                <TableCell>
                  <WithdrawStatement environment={environment} statement={{ statementId, name }} />
                </TableCell>
              )}
            </TableRow>
          ),
        )}
      </HeadedTable>
    </Card>
  );
}
