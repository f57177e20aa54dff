import { useTranslations } from "next-intl";
import { useFieldWords } from "@/components/forms/use-field-words";
import type { LineProblem } from "@/lib/reconciliation/ledger-row";

/** Why a line cannot be read: which column, what stands there and what is wrong with it. */
export function LineProblems({ problems }: { problems: readonly LineProblem[] }) {
  const t = useTranslations("reconciliation");
  const words = useFieldWords();
  return problems.map(({ field, column, value, code }) => (
    <span key={`${field} ${code}`}>
      <b className="font-medium">{field === "line" ? t("run.wholeLine") : column || t(`upload.fields.${field}`)}</b>{" "}
      {value !== "" && <span className="font-mono text-xs break-all">{value}</span>} {words(code)}
    </span>
  ));
}
