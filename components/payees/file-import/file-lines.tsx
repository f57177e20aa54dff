import Link from "next/link";
import { useLocale, useTranslations } from "next-intl";
import { useFieldWords } from "@/components/forms/use-field-words";
import { AccountType } from "@/components/orders/account-type";
import { HeadedTable, TableCell, TableRow } from "@/components/ui/table";
import type { Environment } from "@/lib/environment";
import { colon, listText } from "@/lib/i18n/list-text";
import type { LineProblem } from "@/lib/payees/file-import/check-line";
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
            <TableCell className="text-sm">
              <span lang="ja">{line.bank}</span> <AccountType code={line.type} />{" "}
              <span className="font-mono">{line.account}</span>
            </TableCell>
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
      {problems.map((problem) => (
        <span key={`${problem.field} ${problem.code}`} className="block text-sm text-warning">
          <Problem problem={problem} />
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

/** Which cell it is of, and what would be right there: a file has no button by which a user confirms anything. */
function Problem({ problem: { field, code, proposal } }: { problem: LineProblem }) {
  const t = useTranslations("payees");
  const words = useFieldWords();
  const locale = useLocale();
  if (field === null) return code === "unclear" ? t("import.unclear") : words(code);
  return (
    <>
      {field === "currency" ? t("form.currency") : t(`parts.${field}`)}
      {colon(locale)}
      {code === "asTyped" ? t("import.notListed") : code !== "nameUnconfirmed" && words(code)}
      {proposal !== undefined && <> {t.rich("import.writeAs", { name: () => <span lang="ja">{proposal}</span> })}</>}
    </>
  );
}
