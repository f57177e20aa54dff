"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { TextField } from "@/components/forms/form-field";
import { Button } from "@/components/ui/button";
import { Card, CardHeader, CardTitle } from "@/components/ui/card";
import type { Environment } from "@/lib/environment";
import { type DailyLimit, limitOf } from "@/lib/limits/rules";
import type { LimitCurrencies } from "./daily-limits";
import { RulesProblem } from "./rules-problem";
import { useProposeLimits } from "./use-daily-limits";

type Props = { environment: Environment; currencies: LimitCurrencies; inForce: DailyLimit[]; isOpen: boolean };

/** The daily limits as a form: one field a currency, empty where there is no limit. */
export function ProposeLimits({ environment, currencies, inForce, isOpen }: Props) {
  const t = useTranslations("limits");
  const rules = useTranslations("rules");
  const [typed, setTyped] = useState<Record<string, string>>(() =>
    Object.fromEntries(currencies.map((currency) => [currency, limitOf(inForce, currency) ?? ""])),
  );
  const propose = useProposeLimits(environment);
  const { data, isPending } = propose;
  const error = data?.ok === false ? data.error : null;
  const problems = error?.kind === "invalid" ? error.fields : {};
  const limits = currencies
    .map((currency) => ({ currency, amount: typed[currency] ?? "" }))
    .filter(({ amount }) => amount.trim() !== "");
  return (
    <Card>
      <CardHeader>
        <CardTitle>{t("change")}</CardTitle>
        <span className="ml-auto text-xs text-subtle-foreground">{t("changeLead")}</span>
      </CardHeader>
      <div className="grid gap-4 p-4">
        <div className="grid gap-3 sm:grid-cols-3">
          {currencies.map((currency) => (
            <TextField
              key={currency}
              name={`limit-${currency}`}
              label={currency}
              problem={problems[`limits.${limits.findIndex((one) => one.currency === currency)}.amount`]}
              value={typed[currency] ?? ""}
              onChange={(amount) => {
                propose.reset();
                setTyped({ ...typed, [currency]: amount });
              }}
              inputMode="decimal"
            />
          ))}
        </div>
        <Button
          className="justify-self-start"
          variant={isOpen ? "secondary" : "primary"}
          size="field"
          focusableWhenDisabled
          disabled={isPending}
          onClick={() => propose.mutate(limits)}
        >
          {isPending ? rules("proposing") : t("propose")}
        </Button>
        <RulesProblem
          error={error}
          isUnreachable={propose.isError}
          onProved={() => propose.variables && propose.mutate(propose.variables)}
        />
      </div>
    </Card>
  );
}
