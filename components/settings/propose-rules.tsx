"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Card, CardHeader, CardTitle } from "@/components/ui/card";
import type { Environment } from "@/lib/environment";
import type { ApprovalRules } from "@/lib/withdrawals/approval-rules";
import { RuleRow, type TypedRule } from "./rule-row";
import { RulesProblem } from "./rules-problem";
import { useProposeRules } from "./use-propose-rules";

type Currencies = readonly TypedRule["currency"][];
type Props = { environment: Environment; currencies: Currencies; inForce: ApprovalRules; isOpen: boolean };

/** The rules in force as a form. Input stays if another proposal was submitted first. */
export function ProposeRules({ environment, currencies, inForce, isOpen }: Props) {
  const t = useTranslations("rules");
  const [rows, setRows] = useState(() => rowsOf(inForce, currencies));
  const propose = useProposeRules(environment);
  const { data, isPending } = propose;
  const error = data?.ok === false ? data.error : null;
  const problems = error?.kind === "invalid" ? error.fields : {};

  const change = (at: number, rule: TypedRule) =>
    setRows(rows.map((row, index) => (index === at ? { ...row, rule } : row)));
  return (
    <Card>
      <CardHeader>
        <CardTitle>{t("change")}</CardTitle>
        <span className="ml-auto text-xs text-subtle-foreground">{t("changeLead")}</span>
      </CardHeader>
      <div className="grid gap-4 p-4">
        {rows.map(({ key, rule }, at) => (
          <RuleRow
            key={key}
            number={at + 1}
            currencies={currencies}
            rule={rule}
            problems={{ from: problems[`rules.${at}.from`], currency: problems[`rules.${at}.currency`] }}
            onChange={(changed) => {
              propose.reset();
              change(at, changed);
            }}
            onRemove={() => {
              propose.reset();
              setRows(rows.filter((row) => row.key !== key));
            }}
          />
        ))}
        <div className="flex flex-wrap gap-2">
          <Button
            variant={isOpen ? "secondary" : "primary"}
            size="field"
            focusableWhenDisabled
            disabled={isPending}
            onClick={() => propose.mutate(rows.map(({ rule }) => rule))}
          >
            {isPending ? t("proposing") : t("propose")}
          </Button>
          <Button size="field" disabled={isPending} onClick={() => setRows(withOneMore(rows, currencies))}>
            {t("add")}
          </Button>
        </div>
        <RulesProblem
          error={error}
          isUnreachable={propose.isError}
          onProved={() => propose.variables && propose.mutate(propose.variables)}
        />
      </div>
    </Card>
  );
}

type Row = { key: number; rule: TypedRule };

/** A row more. Its key is one that no row has, so that what is typed stays with its row when another is removed. */
function withOneMore(rows: Row[], [currency = "JPY"]: Currencies): Row[] {
  const key = Math.max(0, ...rows.map((row) => row.key)) + 1;
  return [...rows, { key, rule: { currency, from: "", approvers: 1 } }];
}

function rowsOf(rules: ApprovalRules, currencies: Currencies): Row[] {
  return rules.flatMap(({ currency: ruled, from, approvers }, key) => {
    const currency = currencies.find((known) => known === ruled);
    return currency ? [{ key, rule: { currency, from, approvers } }] : [];
  });
}
