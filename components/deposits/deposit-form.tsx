import { useTranslations } from "next-intl";
import { useCallback } from "react";
import type { FieldProblems } from "@/components/forms/check-form";
import { ReviewedForm } from "@/components/forms/reviewed-form";
import type { FieldEvent } from "@/components/forms/use-order-form";
import type { DepositForm as Form } from "@/lib/deposits/schema";
import type { Environment } from "@/lib/environment";
import { DepositFields } from "./deposit-fields";

type Typed = Omit<Form, "formId">;

type Props = {
  environment: Environment;
  currencies: readonly string[];
  typed: Typed;
  problems: FieldProblems;
  refused: number;
  onEvent: (event: FieldEvent<keyof Typed>) => void;
  onLeave: (name: string) => Promise<void>;
  onReview: () => Promise<void>;
};

export function DepositForm({ problems, refused, onReview, onLeave, onEvent, ...fields }: Props) {
  const t = useTranslations("deposits.form");
  const onType = useCallback((name: keyof Typed, value: string) => onEvent({ name, value }), [onEvent]);
  const words = {
    ...{ lead: t("lead"), review: t("review"), checking: t("checking") },
    ...{ errors: t("errors", { count: refused }), couldNotCheck: t("couldNotCheck") },
  };
  return (
    <ReviewedForm words={words} refused={refused} onReview={onReview} onLeaveField={onLeave}>
      <DepositFields problems={problems} onType={onType} {...fields} />
    </ReviewedForm>
  );
}
