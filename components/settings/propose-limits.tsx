"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { CommandProblem } from "@/components/commands/command-problem";
import { useCommand } from "@/components/commands/use-command";
import { TextField } from "@/components/forms/form-field";
import { Button } from "@/components/ui/button";
import { TitledCard } from "@/components/ui/card";
import type { Environment } from "@/lib/environment";
import { proposeLimitsAction } from "@/lib/limits/actions";
import { type DailyLimit, limitOf } from "@/lib/limits/rules";

/** As the action takes them: the server reads every amount. */
export type TypedLimits = Parameters<typeof proposeLimitsAction>[1]["limits"];

/** The currencies that have limits, in the order of the form. */
export type LimitCurrencies = readonly TypedLimits[number]["currency"][];

type Props = { environment: Environment; currencies: LimitCurrencies; inForce: DailyLimit[]; isOpen: boolean };

/** The daily limits as a form: one field a currency, empty where there is no limit. */
export function ProposeLimits({ environment, currencies, inForce, isOpen }: Props) {
  const t = useTranslations("limits");
  const rules = useTranslations("rules");
  const [typed, setTyped] = useState<Record<string, string>>(() =>
    Object.fromEntries(currencies.map((currency) => [currency, limitOf(inForce, currency) ?? ""])),
  );
  const limits = currencies
    .map((currency) => ({ currency, amount: typed[currency] ?? "" }))
    .filter(({ amount }) => amount.trim() !== "");
  const propose = useCommand((input: { limits: TypedLimits }) => proposeLimitsAction(environment, input), {
    typed: { limits },
  });
  return (
    <TitledCard title={t("change")}>
      <div className="grid gap-3 p-4">
        <p className="text-sm text-muted-foreground">{t("changeLead")}</p>
        <div className="grid gap-3 sm:grid-cols-3">
          {currencies.map((currency) => (
            <TextField
              key={currency}
              name={`limit-${currency}`}
              label={currency}
              problem={propose.fields[`limits.${limits.findIndex((one) => one.currency === currency)}.amount`]}
              value={typed[currency] ?? ""}
              onChange={(amount) => setTyped({ ...typed, [currency]: amount })}
              inputMode="decimal"
            />
          ))}
        </div>
        <Button
          className="justify-self-start"
          variant={isOpen ? "secondary" : "primary"}
          size="field"
          disabled={propose.isPending}
          onClick={() => propose.send({ limits })}
        >
          {propose.isPending ? rules("proposing") : t("propose")}
        </Button>
        <CommandProblem of={propose} say={(kind) => rules(`problems.${kind}`)} />
      </div>
    </TitledCard>
  );
}
