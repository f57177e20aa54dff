"use client";

import { useTranslations } from "next-intl";
import { CommandProblem } from "@/components/commands/command-problem";
import { useCommand } from "@/components/commands/use-command";
import { Timestamp } from "@/components/display/timestamp";
import { Button } from "@/components/ui/button";
import { TitledCard } from "@/components/ui/card";
import type { Environment } from "@/lib/environment";
import { formatAmount } from "@/lib/money/format";
import { endMovementRuleAction } from "@/lib/reconciliation/actions";
import type { MovementRule } from "@/lib/reconciliation/movements/schema";

type Props = { environment: Environment; rules: MovementRule[]; mayName: boolean };

/** The rules that name movements, and those that ended. */
export function MovementRules({ environment, rules, mayName }: Props) {
  const t = useTranslations("movements.rules");
  if (rules.length === 0) return null;
  return (
    <TitledCard title={t("title")} className="mt-4">
      <p className="px-4 pt-3 text-sm text-muted-foreground">{t("lead")}</p>
      <ul className="divide-y divide-border px-4 pb-2">
        {rules.map((rule) => (
          <li key={rule.ruleId} className="flex flex-wrap items-start gap-x-4 gap-y-1 py-2.5">
            <Rule rule={rule} />
            {mayName && rule.endedAt === null && <EndRule environment={environment} rule={rule} />}
          </li>
        ))}
      </ul>
    </TitledCard>
  );
}

function Rule({ rule }: { rule: MovementRule }) {
  const t = useTranslations("movements");
  const { number, kind, direction, condition, currency, onWeekdays, timeFrom, timeTo, note, by, at, endedAt } = rule;
  const amount = formatAmount(rule.amount, currency);
  const amountTo = rule.amountTo === null ? "" : formatAmount(rule.amountTo, currency);
  const conditions = [
    t("rules.amount", { direction, condition, amount, amountTo }),
    onWeekdays && t("rules.onWeekdays"),
    timeFrom !== null && t("rules.atTimes", { from: timeFrom, to: timeTo ?? "" }),
  ].filter(Boolean);
  return (
    <div className="min-w-0 flex-1 basis-64 text-sm">
      <p className={endedAt === null ? "font-semibold" : "font-semibold text-muted-foreground"}>
        {t("rules.names", { number, name: t(`kinds.${kind}`) })}
      </p>
      <p>{conditions.join(" · ")}</p>
      {note !== "" && <p className="text-muted-foreground">{note}</p>}
      <p className="text-xs text-muted-foreground">
        {t.rich("rules.by", { by, count: rule.named, at: () => <Timestamp at={at} style="minute" /> })}
        {endedAt !== null && <> · {t.rich("rules.ended", { at: () => <Timestamp at={endedAt} style="minute" /> })}</>}
      </p>
    </div>
  );
}

function EndRule({ environment, rule: { ruleId, number } }: { environment: Environment; rule: MovementRule }) {
  const t = useTranslations("movements.rules");
  const end = useCommand(() => endMovementRuleAction(environment, { ruleId }));
  return (
    <>
      <Button size="small" disabled={end.isPending} onClick={() => end.send(undefined)}>
        {t("end", { number })}
      </Button>
      <CommandProblem of={end} say={(kind) => t(`problems.${kind}`)} />
    </>
  );
}
