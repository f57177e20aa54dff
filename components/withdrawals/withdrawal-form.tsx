"use client";

import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { startTransition, useState } from "react";
import type { FieldProblems } from "@/components/forms/check-form";
import { ReviewedForm } from "@/components/forms/reviewed-form";
import type { Environment } from "@/lib/environment";
import type { FormEvent } from "@/lib/withdrawals/form-state";
import type { WithdrawalForm as Typed } from "@/lib/withdrawals/schema";
import { WithdrawalFields } from "./withdrawal-fields";

const EarlyAdvice = dynamic(async () => (await import("./recipient-advice")).EarlyAdvice, { loading: () => null });

type Props = {
  environment: Environment;
  currencies: readonly string[];
  typed: Omit<Typed, "formId">;
  problems: FieldProblems;
  refused: number;
  onEvent: (event: FormEvent) => void;
  onLeave: (name: string) => Promise<void>;
  onReview: () => Promise<void>;
};

export function WithdrawalForm({ problems, refused, onReview, onLeave, ...fields }: Props) {
  const t = useTranslations("withdrawals.form");
  // Looked into when a field is left: never at every key, and never while an input method is at work.
  const [left, setLeft] = useState(fields.typed);
  const [isUploading, setUploading] = useState(false);
  const words = {
    ...{ lead: t("allRequired"), review: t("review"), checking: t("checking") },
    ...{ errors: t("errors", { count: refused }), couldNotCheck: t("couldNotCheck") },
  };
  return (
    <ReviewedForm
      words={words}
      refused={refused}
      isBusy={isUploading}
      onReview={onReview}
      onLeaveField={(name) => {
        startTransition(() => setLeft(fields.typed));
        void onLeave(name);
      }}
      below={left.destinationAccount !== "" && <EarlyAdvice environment={fields.environment} typed={left} />}
    >
      <WithdrawalFields problems={problems} onUploading={setUploading} {...fields} />
    </ReviewedForm>
  );
}
