"use client";

import { useTranslations } from "next-intl";
import { useEffect, useRef } from "react";
import { Money } from "@/components/display/money";
import { sendFailureOf } from "@/components/forms/send-in-time";
import type { OrderReview } from "@/components/forms/use-order-form";
import { Button } from "@/components/ui/button";
import { Card, CardHeader, CardTitle } from "@/components/ui/card";
import { readAttached } from "@/lib/attachments/schema";
import type { Environment } from "@/lib/environment";
import { formatAmount } from "@/lib/money/format";
import { type ApprovalRules, approversFor } from "@/lib/withdrawals/approval-rules";
import type { RecipientWarning } from "@/lib/withdrawals/recipient-warnings";
import type { WithdrawalInput } from "@/lib/withdrawals/schema";
import { ConfirmAmount, useConfirmAmount } from "./confirm-amount";
import { NeededApproval } from "./needed-approval";
import { Purpose } from "./purpose";
import { RecipientAdvice, useRecipientAdvice } from "./recipient-advice";
import { RecipientLines } from "./recipient-lines";
import { RecipientWarnings } from "./recipient-warnings";
import { RequestProblem } from "./request-problem";
import { ShortfallReason, useShortfallReason } from "./shortfall-reason";
import { UnknownBalance } from "./unknown-balance";
import { useRequestWithdrawal } from "./use-request-withdrawal";
import { ZenginName } from "./zengin-name";

type Props = OrderReview & {
  environment: Environment;
  input: WithdrawalInput;
  /** What the form warned of and the requester confirmed. */
  warnings: RecipientWarning[];
  /** The failed withdrawal that this one replaces. */
  corrects: string | null;
  rules: ApprovalRules;
};

/** Large and final: what will leave, word for word, as the server has read it. */
export function WithdrawalReview({ environment, input, warnings, corrects, rules, formId, ...form }: Props) {
  const t = useTranslations("withdrawals");
  const problems = useTranslations("problems");
  const request = useRequestWithdrawal(environment);
  const title = useRef<HTMLHeadingElement>(null);
  const { amount, currency } = input;
  const retyped = useConfirmAmount({ environment, amount, currency });
  const isLeaving = request.isPending || request.data?.ok === true;
  // The button waits for the warnings; arriving late, they would also move it from under the pointer.
  const { data: advice, isFetchedAfterMount } = useRecipientAdvice({ environment, input });
  const isLooking = !isFetchedAfterMount;
  const isRefused = request.data?.ok === false && request.data.error.kind === "exceeds_balance";
  const reason = useShortfallReason(advice, isRefused);
  const waits = approversFor(rules, input) > 0 || advice?.some(({ kind }) => kind === "sum") === true;

  useEffect(() => title.current?.focus(), []);

  function press() {
    if (!retyped.isRight() || !reason.isGiven() || isLeaving || isLooking) return;
    const given = { amountAgain: retyped.typed, ...reason.given() };
    send({ ...input, formId, ...given, ...(corrects !== null && { corrects }) });
  }

  function send(wanted: WithdrawalInput) {
    request.mutate(wanted, {
      onSuccess: (result) => {
        if (result.ok) form.onSent(result.value.referenceId);
        else if (result.error.kind === "invalid") form.onInvalid(result.error.fields);
      },
    });
  }

  function words() {
    if (!isLeaving && sendFailureOf(request.error) === "unknown") return problems("sendSame");
    if (waits) return isLeaving ? t("review.requesting") : t("review.request");
    return isLeaving ? t("form.sending") : t("form.send", { amount: formatAmount(amount, currency) });
  }

  return (
    <Card className="max-w-150">
      <CardHeader>
        <CardTitle ref={title} tabIndex={-1}>
          {t("review.title")}
        </CardTitle>
      </CardHeader>
      <div className="grid gap-3.5 p-5">
        <p className="text-muted-foreground">{t("review.lead")}</p>
        <Terms input={input} />
        <Purpose
          environment={environment}
          purpose={input.purpose}
          attachments={readAttached(input.attachments)}
          isLinked={false}
        />
        <p className="rounded-lg bg-warning-muted px-3 py-2.25 text-[13px] text-warning">{t("review.check")}</p>
        <RecipientWarnings warnings={warnings} />
        <RecipientAdvice environment={environment} input={input} />
        <UnknownBalance environment={environment} currency={currency} />
        <NeededApproval rules={rules} input={input} />
        <ShortfallReason reason={reason} />
        <ConfirmAmount retyped={retyped} />
        <RequestProblem
          environment={environment}
          request={request}
          onStartNew={form.onStartNew}
          onProved={() => request.variables && send(request.variables)}
        />
        <div className="flex flex-wrap gap-2">
          <Button
            variant="primary"
            size="large"
            focusableWhenDisabled
            disabled={isLeaving || isLooking}
            onClick={press}
          >
            {words()}
          </Button>
          <Button size="large" disabled={isLeaving} onClick={form.onBack}>
            {t("form.back")}
          </Button>
        </div>
      </div>
    </Card>
  );
}

/** Branches and kinds of account are Japan’s. */
const NOT_JAPANESE = { destinationBranchCode: null, destinationBranchName: null, destinationAccountType: null };

function Terms({ input }: { input: WithdrawalInput }) {
  const t = useTranslations("withdrawals.review");
  return (
    <div>
      <p className="text-3xl font-semibold">
        <Money amount={input.amount} currency={input.currency} />
      </p>
      <p className="text-xs text-subtle-foreground">{t("fee")}</p>
      <p className="mt-2 mb-3 text-base" lang="ja">
        {t("to", { holder: input.destinationAccountName })}
      </p>
      {input.currency === "JPY" && <ZenginName holder={input.destinationAccountName} />}
      <RecipientLines
        recipient={{ ...NOT_JAPANESE, ...input, passbook: passbookOf(input) }}
        playerId={input.playerId}
      />
    </div>
  );
}

function passbookOf(input: WithdrawalInput) {
  if (input.currency !== "JPY" || input.yuchoSymbol === "") return null;
  return { symbol: input.yuchoSymbol, number: input.yuchoNumber };
}
