import Link from "next/link";
import { useLocale, useTranslations } from "next-intl";
import { HeadedTable, TableCell, TableRow } from "@/components/ui/table";
import type { Environment } from "@/lib/environment";
import { listText } from "@/lib/i18n/list-text";
import type { PayeeFileLine } from "@/lib/payees/file-import/schema";

/** Each line of the file and what becomes of it. */
export function FileLines({ environment, lines }: { environment: Environment; lines: PayeeFileLine[] }) {
  const t = useTranslations("payees");
  return (
    <div className="max-h-120 overflow-auto rounded-lg border border-border">
      <HeadedTable
        caption={t("import.lines")}
        heads={[t("import.line"), t("holder"), t("account"), t("import.outcome")]}
      >
        {lines.map((line) => (
          <TableRow key={line.line}>
            <TableCell className="figures">{line.line}</TableCell>
            <TableCell>
              <span lang="ja">{line.holder}</span>
            </TableCell>
            <TableCell className="font-mono text-sm">{line.account}</TableCell>
            <TableCell>
              <Outcome environment={environment} line={line} />
            </TableCell>
          </TableRow>
        ))}
      </HeadedTable>
    </div>
  );
}

function Outcome({
  environment,
  line: { outcome, problems, changed, payeeId },
}: {
  environment: Environment;
  line: PayeeFileLine;
}) {
  const t = useTranslations("payees");
  const locale = useLocale();
  const fieldProblem = useTranslations("fields");
  const isDoubt = outcome !== "add" && outcome !== "change" && outcome !== "same";
  return (
    <>
      <span className={isDoubt ? "font-semibold text-warning" : "font-medium"}>{t(`import.outcomes.${outcome}`)}</span>
      {outcome === "change" && (
        <span className="text-sm text-muted-foreground">
          {" "}
          {listText(
            changed.map((part) => t(`parts.${part}`)),
            locale,
          )}
        </span>
      )}
      {problems.map((code) => (
        <span key={code} className="block text-sm text-warning">
          {code === "unclear" ? t("import.unclear") : fieldProblem("problem", { code })}
        </span>
      ))}
      {payeeId !== null && (
        <>
          {" "}
          <Link
            prefetch={false}
            href={`/${environment}/payees/${payeeId}`}
            target="_blank"
            className="text-sm text-primary hover:underline"
          >
            {t("openPayee")}
          </Link>
        </>
      )}
    </>
  );
}
