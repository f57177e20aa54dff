import { CircleX, Copy, MinusCircle, Pencil, UserPlus, UserX } from "lucide-react";
import Link from "next/link";
import { useLocale, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Timestamp } from "@/components/display/timestamp";
import { useFieldWords } from "@/components/forms/use-field-words";
import { orderPath } from "@/components/orders/order-link";
import { Badge } from "@/components/ui/badge";
import { hindrance } from "@/lib/batches/draft-groups";
import { type BatchField, fieldsIn, type OverlapWarning } from "@/lib/batches/row";
import type { DraftRow, SentRow } from "@/lib/batches/schema";
import type { Environment } from "@/lib/environment";
import { colon } from "@/lib/i18n/list-text";
import { formatAmount } from "@/lib/money/format";

type Props = { environment: Environment; row: DraftRow };

/** What was found about a row: the one thing that matters most, and why; besides a warning, what the payee book says. */
export function RowCheck({ environment, row }: Props) {
  const t = useTranslations("batches.draft");
  const marks = useMarkWords(row);
  const { excluded, problems, fixes, warnings, accepted, payee } = row;
  if (excluded) {
    return (
      <Found badge={<Badge icon={MinusCircle}>{t("excluded")}</Badge>}>
        {excluded.by === "" ? excluded.reason : t("byReason", excluded)}
      </Found>
    );
  }
  if (problems) {
    const isFixable = fixes !== undefined;
    return (
      <Found
        badge={
          <Badge tone={isFixable ? "watch" : "failed"} icon={isFixable ? Pencil : CircleX}>
            {t(isFixable ? "fixSuggested" : "cannotSend")}
          </Badge>
        }
      >
        <ProblemWords problems={problems} />
        {marks !== "" && <> · {marks}</>}
      </Found>
    );
  }
  const [first] = warnings ?? [];
  if (first) {
    const isOpen = hindrance(row) === "warning";
    const name = first.kind === "other_amount" ? "unusual" : "duplicate";
    return (
      <span className="grid gap-1">
        <Found
          badge={
            <Badge tone={isOpen ? "watch" : "neutral"} icon={Copy}>
              {t(isOpen ? name : `${name}Accepted`)}
            </Badge>
          }
        >
          <WarningWords environment={environment} warning={first} currency={row.paid?.currency} />
          {!isOpen && accepted && <> · {t("byReason", accepted)}</>}
          {marks !== "" && <> · {marks}</>}
        </Found>
        {payee && payee !== "new" && <PayeeFound payee={payee} />}
      </span>
    );
  }
  if (!payee)
    return marks === "" ? null : <span className="block text-xs break-words text-muted-foreground">{marks}</span>;
  return <PayeeFound payee={payee} marks={marks} />;
}

type InDoubt = { payee: NonNullable<DraftRow["payee"]>; marks?: string };

/** What the payee book says against the row. */
function PayeeFound({ payee, marks }: InDoubt) {
  const t = useTranslations("batches.draft");
  const isNew = payee === "new";
  return (
    <Found
      badge={
        <Badge tone={isNew ? "act" : "watch"} icon={isNew ? UserPlus : UserX}>
          {t(`payees.${payee}`)}
        </Badge>
      }
    >
      {[t(`payeeWhy.${payee}`), marks].filter(Boolean).join(" · ")}
    </Found>
  );
}

/** What was typed into the row has not arrived. */
export function NotSaved() {
  const t = useTranslations("batches.draft");
  return (
    <Found
      badge={
        <Badge tone="failed" icon={CircleX}>
          {t("notSaved")}
        </Badge>
      }
    >
      {t("notSavedWhy")}
    </Found>
  );
}

/** What the reading of the file changed, and an ID in full width; empty where it was nothing. */
function useMarkWords({ marks, problems, fixes }: DraftRow): string {
  const t = useTranslations("batches");
  const separator = useLocale() === "ja" ? "、" : ", ";
  const names = (fields: BatchField[]) => fields.map((field) => t(`fields.${field}`)).join(separator);
  const { restored, converted } = marks ?? { restored: [], converted: [] };
  return [
    ...(!problems && fixes?.playerId !== undefined ? [t("draft.playerWide")] : []),
    ...(restored.length > 0 ? [t("draft.restored", { fields: names(restored) })] : []),
    ...(converted.length > 0 ? [t("draft.converted", { fields: names(converted) })] : []),
  ].join(" · ");
}

function Found({ badge, children }: { badge: ReactNode; children: ReactNode }) {
  return (
    <span className="grid min-w-0 justify-items-start gap-0.5">
      {badge}
      <span className="text-xs break-words text-muted-foreground">{children}</span>
    </span>
  );
}

function ProblemWords({ problems }: { problems: Record<string, string> }) {
  const t = useTranslations("batches");
  const words = useProblemText();
  const locale = useLocale();
  if (problems.line !== undefined) return words(problems.line);
  const [field] = fieldsIn(problems);
  if (field === undefined) return null;
  const others = fieldsIn(problems).length - 1;
  return (
    <>
      {t(`fields.${field}`)}
      {colon(locale)}
      {words(problems[field] ?? "")}
      {others > 0 && <> {t("draft.more", { count: others })}</>}
    </>
  );
}

export function useProblemText() {
  const t = useTranslations("batches.draft");
  const words = useFieldWords();
  return (code: string) => (code === "asTyped" ? t("notListed") : words(code));
}

type Warned = { environment: Environment; warning: OverlapWarning; currency?: string | undefined };

/** What may be paid a second time, with a link to the first; or what was paid last, where the amount is another. */
export function WarningWords({ environment, warning, currency = "" }: Warned) {
  const t = useTranslations("batches.draft.warnings");
  const { kind, at, batch, on, amount } = warning;
  const link = (chunks: ReactNode) => (
    <Link
      prefetch={false}
      href={batch === undefined ? orderPath(environment, at) : `/${environment}/batches/${batch}`}
      className="text-primary underline"
    >
      {chunks}
    </Link>
  );
  if (kind === "same_row") return t("same_row", { at });
  const date = () => (on === undefined ? null : <Timestamp at={on} style="day" />);
  return t.rich(kind, { at, link, on: date, amount: amount === undefined ? "" : formatAmount(amount, currency) });
}

/** Every warning of a row: the one of a repeat must not hide the one of an earlier payment. */
export const AllWarnings = ({
  environment,
  row: { warnings, currency },
}: {
  environment: Environment;
  row: Pick<SentRow, "warnings" | "currency">;
}) =>
  warnings.map((warning) => (
    <span key={`${warning.kind} ${warning.at}`} className="block">
      <WarningWords environment={environment} warning={warning} currency={currency} />
    </span>
  ));
