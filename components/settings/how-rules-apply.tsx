"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { ChoiceField } from "@/components/forms/choice-field";
import { TextField } from "@/components/forms/form-field";
import { TitledCard } from "@/components/ui/card";
import { WITHDRAWAL_CURRENCIES } from "@/lib/money/currencies";
import { type ApprovalRules, approversFor, ruleFor } from "@/lib/withdrawals/approval-rules";
import { useRuleWords } from "./use-rule-words";

/** The rules in force, tried on an amount: which of them decides, and how many users approve. */
export function HowRulesApply({ rules }: { rules: ApprovalRules }) {
  const t = useTranslations("rules.applies");
  const [currency, setCurrency] = useState<string>(WITHDRAWAL_CURRENCIES[0]);
  const [typed, setTyped] = useState("1,000,000");
  const amount = typed.normalize("NFKC").replaceAll(",", "").trim();
  return (
    <TitledCard title={t("title")} className="xl:sticky xl:top-12">
      <div className="grid gap-3 border-b border-border px-4 py-3.5">
        <div className="grid grid-cols-[5.5rem_minmax(0,1fr)] gap-2">
          <ChoiceField<string>
            name="try-currency"
            label={t("tryCurrency")}
            options={WITHDRAWAL_CURRENCIES}
            value={currency}
            onChange={setCurrency}
          />
          <TextField
            name="try-amount"
            label={t("tryAmount")}
            problem={undefined}
            inputMode="decimal"
            value={typed}
            onChange={setTyped}
          />
        </div>
        <output htmlFor="field-try-currency field-try-amount">
          {/^\d{1,15}(\.\d{1,8})?$/.test(amount) ? (
            <Deciding rules={rules} paid={{ currency, amount }} />
          ) : (
            <span className="text-sm text-muted-foreground">{t("notAnAmount")}</span>
          )}
        </output>
      </div>
      <ul className="grid list-disc gap-2 py-3.5 pr-4 pl-8 text-sm text-muted-foreground">
        {(["highest", "sums", "requester", "existing", "pair"] as const).map((one) => (
          <li key={one}>{t(one)}</li>
        ))}
      </ul>
    </TitledCard>
  );
}

function Deciding({ rules, paid }: { rules: ApprovalRules; paid: { currency: string; amount: string } }) {
  const t = useTranslations("rules.applies");
  const words = useRuleWords();
  const rule = ruleFor(rules, paid);
  return (
    <>
      <span className="block font-semibold">{t("result", { count: approversFor(rules, paid) })}</span>
      <span className="block text-xs text-muted-foreground">
        {rule ? t("by", { currency: rule.currency, from: words.from(rule) }) : t("byNone", { currency: paid.currency })}
      </span>
    </>
  );
}
