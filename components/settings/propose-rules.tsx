"use client";

import { useTranslations } from "next-intl";
import { useEffect } from "react";
import { CommandProblem } from "@/components/commands/command-problem";
import { useCommand } from "@/components/commands/use-command";
import { keptTyped } from "@/components/forms/kept-typed";
import { RestoredInput } from "@/components/forms/restored-input";
import { isAsSent } from "@/components/forms/still-wrong";
import { type KeptSettings, useKeptSettings } from "@/components/forms/use-kept-settings";
import { Button } from "@/components/ui/button";
import { TitledCard } from "@/components/ui/card";
import type { Environment } from "@/lib/environment";
import { WITHDRAWAL_CURRENCIES } from "@/lib/money/currencies";
import { proposeRulesAction } from "@/lib/withdrawals/actions";
import type { ApprovalRules } from "@/lib/withdrawals/approval-rules";
import { ChangedMeanwhile } from "./changed-meanwhile";
import { RuleRow, type TypedRule, type TypedRules } from "./rule-row";

type Props = { environment: Environment; inForce: ApprovalRules; isOpen: boolean; readerId: string };

const KEPT = keptTyped<KeptSettings<Row[], ApprovalRules>>();

/** The rules in force as a form. Input stays where another proposal was made or applied first. */
export function ProposeRules({ environment, inForce, isOpen, readerId }: Props) {
  const t = useTranslations("rules");
  const form = useKeptSettings({
    ...{ kept: KEPT, author: readerId, about: environment, inForce },
    begin: () => rowsOf(inForce),
  });
  const { values: rows, setValues: setRows } = form;
  const rules = rulesIn(rows);
  const propose = useCommand((input: { rules: TypedRules }) => proposeRulesAction(environment, input), {
    typed: { rules },
    onDone: (_, sent) => isAsSent(sent, { rules }) && form.forget(form.typed),
  });
  const { fields: problems, isPending, reset } = propose;
  // As it was in force when the form was begun, or as it is now.
  const isUntouched = [form.seen, inForce].some((held) => isAsSent({ rules: rulesIn(rowsOf(held)) }, { rules }));
  if (form.isOutdated && (isUntouched || propose.isSaved)) form.restart();
  // What was refused because a proposal was open can be proposed now.
  useEffect(() => {
    if (!isOpen) reset();
  }, [isOpen, reset]);

  const change = (at: number, rule: TypedRule) =>
    setRows(rows.map((row, index) => (index === at ? { ...row, rule } : row)));
  return (
    <TitledCard title={t("change")}>
      <div className="grid gap-3 p-4">
        <p className="text-sm text-muted-foreground">{t("changeLead")}</p>
        <RestoredInput of="common.restored" isShown={form.isRestored && !form.isOutdated} onDiscard={form.restart} />
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
        <ChangedMeanwhile of="rules" isShown={form.isOutdated} onRestart={form.restart} />
        <CommandProblem of={propose} say={(kind) => t(`problems.${kind}`)} />
      </div>
    </TitledCard>
  );
}

type Row = { key: number; rule: TypedRule };

const rulesIn = (rows: Row[]): TypedRules => rows.map(({ rule }) => rule);

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
