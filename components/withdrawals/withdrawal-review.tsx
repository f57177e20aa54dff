"use client";

import { useTranslations } from "next-intl";
import { Money } from "@/components/display/money";
import type { ReviewedOrder } from "@/components/orders/order-form";
import { OrderReview, RequestProblem, useOrderRequest } from "@/components/orders/order-review";
import { StepUpCard } from "@/components/sign-in/step-up";
import { Alert } from "@/components/ui/alert";
import { readAttached } from "@/lib/attachments/schema";
import type { Environment } from "@/lib/environment";
import { isZero } from "@/lib/money/amount";
import { formatAmount } from "@/lib/money/format";
import type { RecipientWarning } from "@/lib/payees/recipient-warnings";
import { requestWithdrawalAction } from "@/lib/withdrawals/actions";
import { type ApprovalRules, approversFor, ruleFor } from "@/lib/withdrawals/approval-rules";
import type { WithdrawalInput } from "@/lib/withdrawals/schema";
import { UnknownBalance } from "./available-balance";
import { ConfirmAmount, useConfirmAmount } from "./confirm-amount";
import { Purpose } from "./purpose";
import { RecipientAdvice, useRecipientAdvice } from "./recipient-advice";
import { RecipientLines, RecipientWarnings } from "./recipient-lines";
import { ShortfallReason, useShortfallReason } from "./shortfall-reason";

type Props = {
  environment: Environment;
  form: ReviewedOrder;
  input: WithdrawalInput;
  /** What the form warned of and the requester confirmed. */
  warnings: RecipientWarning[];
  /** The failed withdrawal that this one replaces. */
  corrects: string | null;
  rules: ApprovalRules;
};

export function WithdrawalReview({ environment, form, input, warnings, corrects, rules }: Props) {
  const t = useTranslations("withdrawals");
  const problems = useTranslations("problems");
  const request = useOrderRequest(environment, form, requestWithdrawalAction);
  const { refused, isLeaving } = request;
  const { amount, currency } = input;
  const retyped = useConfirmAmount({ environment, amount, currency });
  const { data: advice, isFetchedAfterMount } = useRecipientAdvice({ environment, input });
  const isLooking = !isFetchedAfterMount;
  const reason = useShortfallReason(advice, refused?.kind === "exceeds_balance");
  const waits =
    approversFor(rules, input) > 0 || advice?.some(({ kind }) => kind === "sum" || kind === "new_payee") === true;

  function onSend() {
    if (!retyped.isRight() || !reason.isGiven() || isLeaving || isLooking) return;
    const given = { amountAgain: retyped.typed, ...reason.given() };
    request.send({ ...input, formId: form.formId, ...given, ...(corrects !== null && { corrects }) });
  }

  function words() {
    if (request.isUnclear) return problems("sendSame");
    if (waits) return isLeaving ? t("review.requesting") : t("review.request");
    return isLeaving ? t("form.sending") : t("form.send", { amount: formatAmount(amount, currency) });
  }

  return (
    <OrderReview
      title={t("review.title")}
      lead={t("review.lead")}
      {...{ form, isLeaving, isLooking }}
      send={{ words: words(), onSend }}
      back={t("form.back")}
    >
      <Terms input={input} />
      <Purpose
        environment={environment}
        purpose={input.purpose}
        attachments={readAttached(input.attachments)}
        isLinked={false}
      />
      <p className="rounded-lg bg-warning-soft px-3 py-2.25 text-sm text-warning">{t("review.check")}</p>
      <RecipientWarnings warnings={warnings} />
      <RecipientAdvice environment={environment} input={input} />
      <UnknownBalance environment={environment} currency={currency} />
      <NeededApproval rules={rules} input={input} />
      <ShortfallReason reason={reason} />
      <ConfirmAmount retyped={retyped} />
      {refused?.kind === "proof_needed" ? (
        <StepUpCard needed={refused} onProved={request.sendAgain} />
      ) : (
        <RequestProblem
          {...{ environment, request, form }}
          words={{
            ...{ form_used: problems("form_used"), replaced: problems("replaced") },
            ...{ openFirst: problems("openFirst"), startNew: problems("startNew") },
          }}
          own={({ kind }) => kind !== "proof_needed" && problems(kind)}
        />
      )}
    </OrderReview>
  );
}

/** Whether approval will be needed, by the rules when the form was opened. The server decides again. */
function NeededApproval({ rules, input }: Pick<Props, "rules" | "input">) {
  const t = useTranslations("withdrawals.review");
  const { currency } = input;
  const approvers = approversFor(rules, input);
  if (approvers === 0) return null;

  const rule = ruleFor(rules, input);
  function from() {
    if (!rule) return t("unruled", { currency });
    return isZero(rule.from) ? t("fromZero", { currency }) : t("from", { amount: formatAmount(rule.from, currency) });
  }
  return <Alert>{t("needs", { from: from(), approvers })}</Alert>;
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
      <p className="mt-2 mb-3 text-lg" lang="ja">
        {t("to", { holder: input.destinationAccountName })}
      </p>
      <RecipientLines
        recipient={{ ...NOT_JAPANESE, ...input, passbook: passbookOf(input) }}
        holder={input.currency === "JPY" ? input.destinationAccountName : null}
        playerId={input.playerId}
      />
    </div>
  );
}

function passbookOf(input: WithdrawalInput) {
  if (input.currency !== "JPY" || input.yuchoSymbol === "") return null;
  return { symbol: input.yuchoSymbol, number: input.yuchoNumber };
}
