"use client";

import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { Money } from "@/components/money";
import { AccountType } from "@/components/transactions/account-type";
import { Button } from "@/components/ui/button";
import { Card, CardHeader, CardTitle } from "@/components/ui/card";
import { Field, FieldDescription, FieldError, FieldLabel } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import type { Environment } from "@/lib/environment";
import { formatAmount } from "@/lib/money/format";
import { parseAmount } from "@/lib/money/parse";
import type { WithdrawalInput } from "@/lib/withdrawals/schema";
import { RequestProblem } from "./request-problem";
import type { useRequestWithdrawal } from "./use-request-withdrawal";

type Props = {
  environment: Environment;
  input: WithdrawalInput;
  request: ReturnType<typeof useRequestWithdrawal>;
  onSend: () => void;
  onBack: () => void;
};

/** Large and final: what will leave, word for word, as the server has read it. */
export function WithdrawalReview({ environment, input, request, onSend, onBack }: Props) {
  const t = useTranslations("withdrawals");
  const title = useRef<HTMLHeadingElement>(null);
  const [retyped, setRetyped] = useState("");
  const [isWrong, setIsWrong] = useState(false);
  const { amount, currency } = input;
  const mustRetype = environment === "production";
  const isLeaving = request.isPending || request.data?.ok === true;

  useEffect(() => title.current?.focus(), []);

  function press() {
    const again = parseAmount(retyped, currency);
    const matches = !mustRetype || (again.ok && again.value === amount);
    setIsWrong(!matches);
    if (matches && !isLeaving) onSend();
  }

  return (
    <Card className="max-w-150">
      <CardHeader>
        <CardTitle ref={title} tabIndex={-1}>
          {t("review.title")}
        </CardTitle>
      </CardHeader>
      <div className="grid gap-3.5 p-5">
        <p className="text-ink-2">{t("review.lead")}</p>
        <Terms input={input} />
        <p className="rounded-lg bg-watch-soft px-3 py-2.25 text-[13px] text-watch">{t("review.check")}</p>
        {mustRetype && (
          <Field>
            <FieldLabel htmlFor="retype">{t("review.retype")}</FieldLabel>
            <Input
              id="retype"
              inputMode="decimal"
              autoComplete="off"
              value={retyped}
              onChange={(event) => setRetyped(event.target.value)}
              aria-invalid={isWrong || undefined}
              aria-describedby="retype-problem retype-hint"
              kind="amount"
              className="max-w-60"
            />
            <FieldError id="retype-problem" role="alert">
              {isWrong && t("review.retypeWrong")}
            </FieldError>
            <FieldDescription id="retype-hint">{t("review.retypeHint")}</FieldDescription>
          </Field>
        )}
        <RequestProblem environment={environment} request={request} />
        <div className="flex flex-wrap gap-2">
          <Button variant="primary" size="large" focusableWhenDisabled disabled={isLeaving} onClick={press}>
            {isLeaving ? t("form.sending") : t("form.send", { amount: formatAmount(amount, currency) })}
          </Button>
          <Button size="large" disabled={isLeaving} onClick={onBack}>
            {t("form.back")}
          </Button>
        </div>
      </div>
    </Card>
  );
}

function Terms({ input }: { input: WithdrawalInput }) {
  const t = useTranslations("withdrawals.review");
  return (
    <div>
      <p className="text-3xl font-semibold">
        <Money amount={input.amount} currency={input.currency} />
      </p>
      <p className="text-xs text-ink-3">{t("fee")}</p>
      <p className="mt-2 mb-3 text-base" lang="ja">
        {t("to", { holder: input.destinationAccountName })}
      </p>
      <p className="text-ink-2">
        <Place name={input.destinationName} code={input.destination} />
        {"destinationBranchCode" in input && (
          <>
            {" "}
            <Place name={input.destinationBranchName} code={input.destinationBranchCode} />
          </>
        )}
        <br />
        {"destinationAccountType" in input && <AccountType code={input.destinationAccountType} />}{" "}
        <span className="font-mono">{input.destinationAccount}</span>
        <br />
        {t.rich("player", { id: () => <span className="font-mono">{input.playerId}</span> })}
      </p>
    </div>
  );
}

function Place({ name, code }: { name: string; code: string }) {
  return (
    <>
      <span lang="ja">{name}</span> <span className="font-mono">({code})</span>
    </>
  );
}
