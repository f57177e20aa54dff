"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { CommandProblem } from "@/components/commands/command-problem";
import { useCommand } from "@/components/commands/use-command";
import { Button } from "@/components/ui/button";
import { TitledCard } from "@/components/ui/card";
import type { Environment } from "@/lib/environment";
import { WITHDRAWAL_CURRENCIES } from "@/lib/money/currencies";
import { proposeRulesAction } from "@/lib/withdrawals/actions";
import type { ApprovalRules } from "@/lib/withdrawals/approval-rules";
import { RuleRow, type TypedRule, type TypedRules } from "./rule-row";

type Props = { environment: Environment; inForce: ApprovalRules; isOpen: boolean };

/** The rules in force as a form. Input stays if another proposal was submitted first. */
export function ProposeRules({ environment, inForce, isOpen }: Props) {
  const t = useTranslations("rules");
  const [rows, setRows] = useState(() => rowsOf(inForce));
  const rules = rows.map(({ rule }) => rule);
  const propose = useCommand((input: { rules: TypedRules }) => proposeRulesAction(environment, input), {
    typed: { rules },
  });
  const { fields: problems, isPending } = propose;

  const change = (at: number, rule: TypedRule) =>
    setRows(rows.map((row, index) => (index === at ? { ...row, rule } : row)));
  return (
    <TitledCard title={t("change")}>
      <div className="grid gap-3 p-4">
        <p className="text-sm text-muted-foreground">{t("changeLead")}</p>
        {rows.map(({ key, rule }, at) => (
          <RuleRow
            key={key}
            number={at + 1}
            rule={rule}
            problems={{ from: problems[`rules.${at}.from`], currency: problems[`rules.${at}.currency`] }}
            onChange={(changed) => change(at, changed)}
            onRemove={() => setRows(rows.filter((row) => row.key !== key))}
          />
        ))}
        <div className="flex flex-wrap gap-2">
          <Button
            variant={isOpen ? "secondary" : "primary"}
            size="field"
            disabled={isPending}
            onClick={() => propose.send({ rules })}
          >
            {isPending ? t("proposing") : t("propose")}
          </Button>
          <Button size="field" disabled={isPending} onClick={() => setRows(withOneMore(rows))}>
            {t("add")}
          </Button>
        </div>
        <CommandProblem of={propose} say={(kind) => t(`problems.${kind}`)} />
      </div>
    </TitledCard>
  );
}

type Row = { key: number; rule: TypedRule };

/** A row more. Its key is one that no row has, so that what is typed stays with its row when another is removed. */
function withOneMore(rows: Row[]): Row[] {
  const key = Math.max(0, ...rows.map((row) => row.key)) + 1;
  return [...rows, { key, rule: { currency: WITHDRAWAL_CURRENCIES[0], from: "", approvers: 1 } }];
}

function rowsOf(rules: ApprovalRules): Row[] {
  return rules.flatMap(({ currency: ruled, from, approvers }, key) => {
    const currency = WITHDRAWAL_CURRENCIES.find((known) => known === ruled);
    return currency ? [{ key, rule: { currency, from, approvers } }] : [];
  });
}
