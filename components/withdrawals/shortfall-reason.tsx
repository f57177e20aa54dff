import { useTranslations } from "next-intl";
import { useState } from "react";
import { TextField } from "@/components/forms/form-field";
import type { Advice } from "@/lib/withdrawals/advice-view";

/** Why it is requested although the balance does not cover it. Asked for only then; `isGiven` says what is missing. */
export function useShortfallReason(advice: readonly Advice[] | undefined, isRefused: boolean) {
  const [typed, setTyped] = useState("");
  const [isMissing, setIsMissing] = useState(false);
  const isAsked = isRefused || advice?.some(({ kind }) => kind === "exceeds_balance") === true;
  return {
    isAsked,
    typed,
    isMissing,
    type: setTyped,
    isGiven() {
      const isGiven = !isAsked || typed.trim() !== "";
      setIsMissing(!isGiven);
      if (!isGiven) document.querySelector<HTMLInputElement>("[name=shortfallReason]")?.focus();
      return isGiven;
    },
    given: () => (isAsked ? { shortfallReason: typed } : {}),
  };
}

type Props = { reason: ReturnType<typeof useShortfallReason> };

export function ShortfallReason({ reason: { isAsked, typed, isMissing, type } }: Props) {
  const t = useTranslations("withdrawals.review");
  if (!isAsked) return null;
  return (
    <TextField
      name="shortfallReason"
      label={t("shortfallReason")}
      hint={t("shortfallReasonHint")}
      problem={isMissing ? "required" : undefined}
      value={typed}
      onChange={type}
    />
  );
}
