"use client";

import { useTranslations } from "next-intl";
import { useFieldWords } from "@/components/forms/use-field-words";
import { FieldError } from "@/components/ui/field";

type Props = {
  name: "bankAsTyped" | "branchAsTyped";
  /** What is to be confirmed: `unknown` codes the directory lacks, `differs` names it has otherwise. */
  doubt: "unknown" | "differs" | null;
  listed: string;
  value: string;
  problem: string | undefined;
  onChange: (value: string) => void;
};

/** Asks whether a code and its name are meant as they were typed, where the directory does not agree. */
export function AsTyped({ name, doubt, listed, value, problem, onChange }: Props) {
  const t = useTranslations("withdrawals.directory");
  const problems = useFieldWords();
  if (doubt === null) return null;
  const isBank = name === "bankAsTyped" ? "yes" : "no";
  return (
    <div className="grid gap-1 rounded-lg bg-warning-soft px-3 py-2.25 text-sm sm:col-span-2">
      {doubt === "differs" && <p className="text-warning">{t("differs", { bank: isBank, listed })}</p>}
      <label className="flex min-h-6 items-center gap-2">
        <input
          type="checkbox"
          name={name}
          checked={value === "yes"}
          aria-invalid={problem === undefined ? undefined : true}
          aria-describedby={`field-${name}-problem`}
          onChange={({ target }) => onChange(target.checked ? "yes" : "")}
          className="accent-primary"
        />
        {t("asTyped", { bank: isBank })}
      </label>
      <FieldError id={`field-${name}-problem`}>{problem && problems(problem)}</FieldError>
    </div>
  );
}
