"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { TextField } from "@/components/forms/form-field";
import { cn } from "@/lib/cn";
import { readAccountNumber } from "@/lib/japan/account-number";

type Props = {
  bankCode: string;
  problem: string | undefined;
  value: string;
  onChange: (value: string) => void;
};

/** Seven digits. A shorter number is padded when the field is left, and the change is said. */
export function AccountNumberField({ bankCode, problem, value, onChange }: Props) {
  const t = useTranslations("withdrawals");
  const [padded, setPadded] = useState<string | null>(null);
  const read = readAccountNumber(value, bankCode);
  const isPassbook = !read.ok && read.error.code === "TOO_LONG" && read.error.hint === "YUCHO_CONVERT";

  function tidy() {
    if (!read.ok || read.value.value === value) return;
    setPadded(read.value.changes.includes("PADDED") ? read.value.value : null);
    onChange(read.value.value);
  }

  // One line takes the place of another, so that nothing below moves when the field is left.
  function words() {
    if (isPassbook) return t("yucho.passbook");
    return padded !== null && padded === value ? t("form.padded", { number: value }) : t("form.accountNumberHint");
  }

  return (
    <TextField
      name="destinationAccount"
      label={t("form.accountNumber")}
      problem={problem}
      hint={
        <span role="status" className={cn(isPassbook && "font-medium text-warning")}>
          {words()}
        </span>
      }
      value={value}
      onChange={onChange}
      onBlur={tidy}
      inputMode="numeric"
      kind="code"
    />
  );
}
