import { useTranslations } from "next-intl";
import type { FieldProblems } from "@/components/check-form";
import { ReviewedForm } from "@/components/reviewed-form";
import type { DepositForm as Form } from "@/lib/deposits/schema";
import type { Environment } from "@/lib/environment";
import { DepositFields } from "./deposit-fields";

type Typed = Omit<Form, "formId">;

type Props = {
  environment: Environment;
  currencies: readonly string[];
  typed: Typed;
  problems: FieldProblems;
  onType: (name: keyof Typed, value: string) => void;
  onReview: () => Promise<void>;
};

export function DepositForm({ problems, onReview, ...fields }: Props) {
  const t = useTranslations("deposits.form");
  const count = Object.keys(problems).length;
  const words = {
    ...{ lead: t("lead"), review: t("review"), checking: t("checking") },
    ...{ errors: t("errors", { count }), couldNotCheck: t("couldNotCheck") },
  };
  return (
    <ReviewedForm words={words} problems={count} onReview={onReview}>
      <DepositFields problems={problems} {...fields} />
    </ReviewedForm>
  );
}
