"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { Field, FieldDescription, FieldError, FieldLabel } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import type { Environment } from "@/lib/environment";
import { asksAmountAgain, repeatsAmount } from "@/lib/withdrawals/confirm-amount";

type Asked = { environment: Environment; amount: string; currency: string };

/** The second entry of an amount, checked here first and again on the server. */
export function useConfirmAmount({ environment, amount, currency }: Asked) {
  const [typed, setTyped] = useState("");
  const [isWrong, setIsWrong] = useState(false);
  const isNeeded = asksAmountAgain(environment);

  /** Whether one may go on; where not, the field says why. */
  function isRight(): boolean {
    const right = repeatsAmount(environment, { amount, currency }, typed);
    setIsWrong(!right);
    return right;
  }
  return { typed, setTyped, isWrong, isNeeded, isRight };
}

export function ConfirmAmount({ retyped }: { retyped: ReturnType<typeof useConfirmAmount> }) {
  const t = useTranslations("withdrawals.review");
  const { typed, setTyped, isWrong, isNeeded } = retyped;
  if (!isNeeded) return null;
  return (
    <Field>
      <FieldLabel htmlFor="retype">{t("retype")}</FieldLabel>
      <Input
        id="retype"
        inputMode="decimal"
        autoComplete="off"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        aria-invalid={isWrong || undefined}
        aria-describedby="retype-problem retype-hint"
        kind="amount"
        className="max-w-60"
      />
      <FieldError id="retype-problem" role="alert">
        {isWrong && t("retypeWrong")}
      </FieldError>
      <FieldDescription id="retype-hint">{t("retypeHint")}</FieldDescription>
    </Field>
  );
}
