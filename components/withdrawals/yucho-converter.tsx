"use client";

import { useTranslations } from "next-intl";
import { type KeyboardEvent, useState } from "react";
import { useFieldWords } from "@/components/forms/use-field-words";
import { Button } from "@/components/ui/button";
import { Field, FieldDescription, FieldError, FieldLabel } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { convertYucho, type YuchoProblem } from "@/lib/japan/yucho";
import type { FormEvent, FormState } from "@/lib/withdrawals/form-state";

type Passbook = Pick<
  FormState,
  "yuchoSymbol" | "yuchoNumber" | "yuchoSavings" | "destinationBranchCode" | "destinationAccount"
>;
type Props = { typed: Passbook; problem: string | undefined; onEvent: (event: FormEvent) => void };

/** From the symbol and number of a passbook to what other banks pay to. Its state is that of the form. */
export function YuchoConverter({ typed, problem, onEvent }: Props) {
  const t = useTranslations("withdrawals.yucho");
  const problems = useFieldWords();
  const { yuchoSymbol: symbol, yuchoNumber: number, yuchoSavings: savings } = typed;
  const [refused, setRefused] = useState<{ code: YuchoProblem | "UNANSWERED"; of: string } | null>(null);
  const state = JSON.stringify([symbol, number, savings]);
  // What was said of a number that has been changed since is not said of this one.
  const said = refused?.of === state ? t(`problems.${refused.code}`) : null;
  const isConverted = symbol !== "" && number !== "" && typed.destinationAccount !== "";

  function convert() {
    const read = convertYucho(symbol, number);
    const mustAnswer = read.ok && read.value.accountType === "1" && savings === "";
    if (!read.ok) setRefused({ code: read.error, of: state });
    else setRefused(mustAnswer ? { code: "UNANSWERED", of: state } : null);
    if (savings !== "yes") onEvent({ kind: "passbook_converted" });
  }

  /** Enter converts here; it must not send the form around it. */
  function onEnter(event: KeyboardEvent) {
    if (event.key !== "Enter" || event.nativeEvent.isComposing || event.keyCode === 229) return;
    event.preventDefault();
    convert();
  }

  return (
    <fieldset className="grid gap-3.5 rounded-lg bg-muted p-4">
      <legend className="float-left text-sm font-semibold">{t("title")}</legend>
      <p className="text-xs text-muted-foreground">{t("lead")}</p>
      <div className="grid gap-4 sm:grid-cols-2">
        {(
          [
            ["symbol", "yuchoSymbol", symbol],
            ["number", "yuchoNumber", number],
          ] as const
        ).map(([label, name, value]) => (
          <Field key={name}>
            <FieldLabel htmlFor={`yucho-${label}`}>{t(label)}</FieldLabel>
            <Input
              id={`yucho-${label}`}
              aria-invalid={problem === undefined ? undefined : true}
              aria-describedby="yucho-problem"
              kind="code"
              inputMode="numeric"
              autoComplete="off"
              value={value}
              onChange={({ target }) => onEvent({ kind: "typed", name, value: target.value })}
              onKeyDown={onEnter}
            />
          </Field>
        ))}
      </div>
      <div role="radiogroup" aria-label={t("isSavings")} className="grid gap-1.5">
        <span className="text-sm">{t("isSavings")}</span>
        <div className="flex gap-5">
          {(["no", "yes"] as const).map((answer) => (
            <label key={answer} className="flex min-h-6 items-center gap-1.5">
              <input
                type="radio"
                name="yucho-savings"
                checked={savings === answer}
                onChange={() => onEvent({ kind: "typed", name: "yuchoSavings", value: answer })}
                className="accent-primary"
              />
              {t(answer)}
            </label>
          ))}
        </div>
      </div>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <Button disabled={savings === "yes"} onClick={convert}>
          {t("convert")}
        </Button>
        <FieldError id="yucho-problem" role="alert">
          {savings === "yes" ? t("savingsUnpaid") : (said ?? (problem && problems(problem)))}
        </FieldError>
        <FieldDescription role="status">
          {isConverted && t("converted", { branch: typed.destinationBranchCode, account: typed.destinationAccount })}
        </FieldDescription>
      </div>
    </fieldset>
  );
}
