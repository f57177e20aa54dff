"use client";

import { useTranslations } from "next-intl";
import { Money } from "@/components/display/money";
import type { ReviewedOrder } from "@/components/orders/order-form";
import { OrderReview, RequestProblem, useOrderRequest } from "@/components/orders/order-review";
import { StepUpCard } from "@/components/sign-in/step-up";
import { readAttached } from "@/lib/attachments/attachment";
import type { Environment } from "@/lib/environment";
import { formatAmount } from "@/lib/money/format";
import type { RecipientWarning } from "@/lib/payees/recipient-warnings";
import { requestWithdrawalAction } from "@/lib/withdrawals/actions";
import { type ApprovalRules, approversFor } from "@/lib/withdrawals/approval-rules";
import type { Approvers } from "@/lib/withdrawals/earlier-payouts";
import type { WithdrawalInput } from "@/lib/withdrawals/schema";
import { UnknownBalance } from "./available-balance";
import { ConfirmAmount, useConfirmAmount } from "./confirm-amount";
import { Purpose } from "./purpose";
import { RecipientAdvice, useRecipientAdvice } from "./recipient-advice";
import { RecipientLines, RecipientWarnings } from "./recipient-lines";
import { isRepeats, Repeated, shownBy } from "./repeated";
import { ShortfallReason, useShortfallReason } from "./shortfall-reason";
import { WhoApproves } from "./who-approves";
import { useWithdrawalFigures, WithdrawalFigures } from "./withdrawal-figures";

type Props = {
  environment: Environment;
  form: ReviewedOrder;
  input: WithdrawalInput;
  /** What the form warned of and the requester confirmed. */
  warnings: RecipientWarning[];
  /** The failed withdrawal that this one replaces. */
  corrects: string | null;
  rules: ApprovalRules;
  approvers: Approvers;
};

export function WithdrawalReview({ environment, form, input, warnings, corrects, rules, approvers }: Props) {
  const t = useTranslations("withdrawals");
  const problems = useTranslations("problems");
  const request = useOrderRequest(environment, form, requestWithdrawalAction);
  const { refusal, isLeaving } = request;
  const { amount, currency } = input;
  const of = { formId: form.formId, corrects };
  const retyped = useConfirmAmount({ environment, amount, currency });
  const { data: advice, isFetchedAfterMount } = useRecipientAdvice({ environment, input, of });
  const isLooking = !isFetchedAfterMount;
  // After a lost answer: the order of these terms is named in place of "unknown whether it was received".
  const isReceived = advice?.some(({ kind }) => kind === "requested");
  const reason = useShortfallReason(advice, refusal?.kind === "exceeds_balance");
  const figures = useWithdrawalFigures(environment, currency, amount);
  const sum = advice?.find((one) => one.kind === "sum");
  // By the rules when the form was opened. The server decides again.
  const byAmount = Math.max(approversFor(rules, input), sum?.approvers ?? 0);
  const needed = Math.max(byAmount, advice?.find((one) => one.kind === "new_payee")?.approvers ?? 0);

  /** What pays the same and is or was on the screen: the server names any other before it makes this one. */
  function shownRepeats() {
    const advised = (advice ?? []).flatMap((one) => {
      if (one.kind === "in_batch") return one.batchId;
      return one.kind === "repeat" ? one.referenceId : [];
    });
    return [...new Set([...advised, ...shownBy(request)])];
  }

  function onSend() {
    if (!retyped.isRight() || !reason.isGiven() || isLeaving || isLooking) return;
    const given = { amountAgain: retyped.typed, shownRepeats: shownRepeats(), ...reason.given() };
    request.send({ ...input, formId: form.formId, ...given, ...(corrects !== null && { corrects }) });
  }

  function words() {
    if (request.isUnclear) return problems("sendSame");
    if (needed > 0) return isLeaving ? t("review.requesting") : t("review.request");
    return isLeaving ? t("form.sending") : t("form.send", { amount: formatAmount(amount, currency) });
  }

  return (
    <OrderReview
      lead={t("review.lead")}
      {...{ form, isLeaving, isLooking }}
      send={{ words: words(), onSend }}
      summary={
        <>
          <WithdrawalFigures figures={figures} />
          <UnknownBalance environment={environment} currency={currency} />
          <WhoApproves {...{ rules, approvers, needed, currency, amount, sum }} isNewPayee={needed !== byAmount} />
          <ShortfallReason reason={reason} />
          <ConfirmAmount retyped={retyped} />
          {refusal?.kind === "proof_needed" && <StepUpCard needed={refusal} onProved={request.again} />}
          {refusal?.kind !== "proof_needed" && !(isReceived && request.isUnclear) && (
            <RequestProblem
              {...{ environment, request, form }}
              say={(word) => {
                if (!isRepeats(refusal)) return problems(word);
                return <Repeated environment={environment} refusal={refusal} />;
              }}
            />
          )}
        </>
      }
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
      <RecipientAdvice {...{ environment, input, of }} />
    </OrderReview>
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
