"use client";

import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { useHydrated } from "@/components/use-hydrated";
import type { Environment } from "@/lib/environment";
import type { WithdrawalForm as Typed } from "@/lib/withdrawals/schema";
import type { FieldProblems } from "./check-form";
import { EarlyAdvice } from "./recipient-advice";
import { WithdrawalFields } from "./withdrawal-fields";

type Props = {
  environment: Environment;
  currencies: readonly string[];
  typed: Omit<Typed, "formId">;
  problems: FieldProblems;
  onType: (name: string, value: string) => void;
  onReview: () => Promise<void>;
};

export function WithdrawalForm({ problems, onReview, ...fields }: Props) {
  const t = useTranslations("withdrawals.form");
  const hydrated = useHydrated();
  const form = useRef<HTMLFormElement>(null);
  // Looked into when a field is left: never at every key, and never while an input method is at work.
  const [left, setLeft] = useState(fields.typed);
  const review = useMutation({ mutationFn: () => onReview() });
  const count = Object.keys(problems).length;

  // Problems come in one go, after a press: whoever pressed is taken to the first field that needs a correction.
  const hasProblems = count > 0;
  const pressed = review.submittedAt;
  useEffect(() => {
    if (hasProblems || pressed) form.current?.querySelector<HTMLElement>("[aria-invalid]")?.focus();
  }, [hasProblems, pressed]);

  return (
    <form
      ref={form}
      method="post"
      noValidate
      onKeyDown={ignoreComposing}
      onBlur={() => setLeft(fields.typed)}
      onSubmit={(event) => {
        event.preventDefault();
        review.mutate();
      }}
    >
      <Card className="grid max-w-190 gap-4.5 p-5">
        <p className="text-[12.5px] text-ink-2">{t("allRequired")}</p>
        {/* What was chosen before the page could react would be forgotten when it can. */}
        <fieldset disabled={!hydrated} className="grid min-w-0 gap-4.5">
          <WithdrawalFields problems={problems} {...fields} />
        </fieldset>
        <div role="alert" className="empty:hidden">
          {hasProblems && <Alert tone="failed">{t("errors", { count })}</Alert>}
          {review.isError && <Alert tone="failed">{t("couldNotCheck")}</Alert>}
        </div>
        <Button
          type="submit"
          variant="primary"
          size="field"
          className="justify-self-start"
          focusableWhenDisabled
          disabled={!hydrated || review.isPending}
        >
          {review.isPending ? t("checking") : t("review")}
        </Button>
        {/* Below the button: what arrives late must not push it from under the pointer. */}
        <EarlyAdvice environment={fields.environment} typed={left} />
      </Card>
    </form>
  );
}

/** Enter that confirms a Japanese conversion is not Enter that sends a form. Safari tells by the code 229 alone. */
function ignoreComposing(event: KeyboardEvent) {
  if (event.key === "Enter" && (event.nativeEvent.isComposing || event.keyCode === 229)) event.preventDefault();
}
