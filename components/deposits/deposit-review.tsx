"use client";

import { useTranslations } from "next-intl";
import { useEffect, useRef } from "react";
import { Money } from "@/components/display/money";
import { sendFailureOf } from "@/components/forms/send-in-time";
import type { OrderReview } from "@/components/forms/use-order-form";
import { Button } from "@/components/ui/button";
import { Card, CardHeader, CardTitle } from "@/components/ui/card";
import type { DepositInput } from "@/lib/deposits/schema";
import type { Environment } from "@/lib/environment";
import { DepositProblem } from "./deposit-problem";
import { OpenDeposits } from "./open-deposits";
import { PlayerKycStatus } from "./player-kyc-status";
import { turnsDown, useDepositChecks } from "./use-deposit-checks";
import { useRequestDeposit } from "./use-request-deposit";

type Props = OrderReview & {
  environment: Environment;
  input: DepositInput;
  /** The failed deposit that this one replaces. */
  corrects: string | null;
  mayRegister: boolean;
};

/** What will be asked for, as the server has read it, and what speaks against it. */
export function DepositReview({ environment, input, corrects, mayRegister, formId, ...form }: Props) {
  const t = useTranslations("deposits.review");
  const problems = useTranslations("problems");
  const request = useRequestDeposit(environment);
  const title = useRef<HTMLHeadingElement>(null);
  const checks = useDepositChecks(environment, input);
  const isLeaving = request.isPending || request.data?.ok === true;
  const isTurnedDown = checks.data !== undefined && turnsDown(checks.data.player);
  // The button waits for the checks; arriving late, they would move it from under the pointer.
  const isLooking = checks.isPending;

  useEffect(() => title.current?.focus(), []);

  function create() {
    request.mutate(
      { ...input, formId, ...(corrects !== null && { corrects }) },
      {
        onSuccess: (result) => {
          if (result.ok) form.onSent(result.value.referenceId);
          else if (result.error.kind === "invalid") form.onInvalid(result.error.fields);
        },
      },
    );
  }

  // Where this form is to be found again.
  const back = `/${environment}/deposits/new${corrects === null ? "" : `?from=${encodeURIComponent(corrects)}`}`;

  function words() {
    if (isLeaving) return t("creating");
    if (sendFailureOf(request.error) === "unknown") return problems("sendSame");
    return isTurnedDown ? t("createAnyway") : t("create");
  }

  return (
    <Card className="max-w-150">
      <CardHeader>
        <CardTitle ref={title} tabIndex={-1}>
          {t("title")}
        </CardTitle>
      </CardHeader>
      <div className="grid gap-3.5 p-5">
        <p className="text-muted-foreground">{t("lead")}</p>
        <Terms input={input} />
        <PlayerKycStatus
          environment={environment}
          checks={checks}
          register={mayRegister ? { playerId: input.playerId, name: input.payerAccountName, back } : null}
        />
        <OpenDeposits environment={environment} orders={checks.data?.open ?? []} />
        <DepositProblem environment={environment} request={request} onStartNew={form.onStartNew} />
        <div className="flex flex-wrap gap-2">
          <Button
            variant={isTurnedDown ? "secondary" : "primary"}
            size="large"
            focusableWhenDisabled
            disabled={isLeaving || isLooking}
            onClick={create}
          >
            {words()}
          </Button>
          <Button size="large" disabled={isLeaving} onClick={form.onBack}>
            {t("back")}
          </Button>
        </div>
      </div>
    </Card>
  );
}

function Terms({ input }: { input: DepositInput }) {
  const t = useTranslations("deposits.review");
  const { amount, currency, playerId, payerAccountName, payerAccount } = input;
  const payerBankCode = "payerBankCode" in input ? input.payerBankCode : "";
  const code = (text: string) => () => <span className="font-mono">{text}</span>;
  return (
    <div>
      <p className="text-3xl font-semibold">
        <Money amount={amount} currency={currency} />
      </p>
      <p className="text-xs text-subtle-foreground">{t("fee")}</p>
      <p className="mt-2 text-base">{t.rich("player", { id: code(playerId) })}</p>
      <p className="text-muted-foreground" lang={payerAccountName === "" ? undefined : "ja"}>
        {payerAccountName ? t("payer", { name: payerAccountName }) : t("noPayer")}
      </p>
      {(payerAccount || payerBankCode) && (
        <p className="text-muted-foreground">
          {payerBankCode && t.rich("bank", { id: code(payerBankCode) })}{" "}
          {payerAccount && t.rich("account", { id: code(payerAccount) })}
        </p>
      )}
    </div>
  );
}
