"use client";

import { useTranslations } from "next-intl";
import { type KeyboardEvent, useState } from "react";
import { Button } from "@/components/ui/button";
import { Field, FieldDescription, FieldError, FieldLabel } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { convertYucho, type YuchoAccount, type YuchoProblem } from "@/lib/japan/yucho";

type Answer = "yes" | "no" | null;

/** From the symbol and number of a passbook to what other banks pay to. */
export function YuchoConverter({ onConvert }: { onConvert: (account: YuchoAccount) => void }) {
  const t = useTranslations("withdrawals.yucho");
  const [symbol, setSymbol] = useState("");
  const [number, setNumber] = useState("");
  const [isSavings, setIsSavings] = useState<Answer>(null);
  const [problem, setProblem] = useState<YuchoProblem | "UNANSWERED" | null>(null);
  const [converted, setConverted] = useState<YuchoAccount | null>(null);

  function edit(change: () => void) {
    change();
    setProblem(null);
    setConverted(null);
  }

  function convert() {
    const read = convertYucho(symbol, number);
    // The digits of a savings account look like those of any other; only a person can tell.
    const mustAnswer = read.ok && read.value.accountType === "1" && isSavings === null;
    setProblem(read.ok ? (mustAnswer ? "UNANSWERED" : null) : read.error);
    if (!read.ok || mustAnswer || isSavings === "yes") return;
    setConverted(read.value);
    onConvert(read.value);
  }

  /** Enter converts here; it must not send the form around it. */
  function onEnter(event: KeyboardEvent) {
    if (event.key !== "Enter" || event.nativeEvent.isComposing || event.keyCode === 229) return;
    event.preventDefault();
    convert();
  }

  return (
    <fieldset className="grid gap-3.5 rounded-lg bg-sunken p-4">
      <legend className="float-left text-[13px] font-semibold">{t("title")}</legend>
      <p className="text-[12.5px] text-ink-2">{t("lead")}</p>
      <div className="grid gap-4 sm:grid-cols-2">
        {(
          [
            ["symbol", symbol, setSymbol],
            ["number", number, setNumber],
          ] as const
        ).map(([name, value, set]) => (
          <Field key={name}>
            <FieldLabel htmlFor={`yucho-${name}`}>{t(name)}</FieldLabel>
            <Input
              id={`yucho-${name}`}
              aria-describedby="yucho-problem"
              kind="code"
              inputMode="numeric"
              autoComplete="off"
              value={value}
              onChange={({ target }) => edit(() => set(target.value))}
              onKeyDown={onEnter}
            />
          </Field>
        ))}
      </div>
      <div role="radiogroup" aria-label={t("isSavings")} className="grid gap-1.5">
        <span className="text-[13px]">{t("isSavings")}</span>
        <div className="flex gap-5">
          {(["no", "yes"] as const).map((answer) => (
            <label key={answer} className="flex min-h-6 items-center gap-1.5">
              <input
                type="radio"
                name="yucho-savings"
                checked={isSavings === answer}
                onChange={() => edit(() => setIsSavings(answer))}
                className="accent-ai"
              />
              {t(answer)}
            </label>
          ))}
        </div>
      </div>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <Button focusableWhenDisabled disabled={isSavings === "yes"} onClick={convert}>
          {t("convert")}
        </Button>
        <FieldError id="yucho-problem" role="alert">
          {isSavings === "yes" ? t("savingsUnpaid") : problem && t(`problems.${problem}`)}
        </FieldError>
        <FieldDescription role="status">
          {converted && t("converted", { branch: converted.branchCode, account: converted.accountNumber })}
        </FieldDescription>
      </div>
    </fieldset>
  );
}
