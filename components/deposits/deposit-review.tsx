"use client";

import { useTranslations } from "next-intl";
import { Money } from "@/components/display/money";
import type { ReviewedOrder } from "@/components/orders/order-form";
import { correctPath } from "@/components/orders/order-link";
import { OrderReview, RequestProblem, useOrderRequest } from "@/components/orders/order-review";
import { requestDepositAction } from "@/lib/deposits/actions";
import type { DepositInput } from "@/lib/deposits/schema";
import type { Environment } from "@/lib/environment";
import { DepositFigures, useDepositFigures } from "./deposit-figures";
import { DepositOfForm, OpenDeposits } from "./open-deposits";
import { PlayerKycStatus, turnsDown, useReviewChecks } from "./player-kyc-status";

type Props = {
  environment: Environment;
  form: ReviewedOrder;
  input: DepositInput;
  /** The failed deposit that this one replaces. */
  corrects: string | null;
  mayRegister: boolean;
};

/** What will be asked for, and what speaks against it. */
export function DepositReview({ environment, form, input, corrects, mayRegister }: Props) {
  const t = useTranslations("deposits.review");
  const problems = useTranslations("deposits.problems");
  const common = useTranslations("problems");
  const request = useOrderRequest(environment, form, requestDepositAction);
  const { isLeaving } = request;
  const figures = useDepositFigures(environment, input.currency, input.amount);
  const { playerId } = input;
  const checks = useReviewChecks(environment, { ...input, formId: form.formId });
  const own = checks.data?.own;
  const isTurnedDown = checks.data !== undefined && turnsDown(checks.data.player);

  // Where this form is to be found again.
  const back = corrects === null ? `/${environment}/deposits/new` : correctPath(environment, "deposits", corrects);

  function words() {
    if (isLeaving) return t("creating");
    if (request.isUnclear) return common("sendSame");
    return isTurnedDown ? t("createAnyway") : t("create");
  }

  return (
    <OrderReview
      lead={t("lead")}
      {...{ form, isLeaving }}
      isLooking={checks.isPending}
      send={{
        words: words(),
        variant: isTurnedDown ? "secondary" : "primary",
        onSend: () => request.send({ ...input, formId: form.formId, ...(corrects !== null && { corrects }) }),
      }}
      summary={
        <>
          <DepositFigures figures={figures} />
          {/* What is not known after a lost answer, its order answers. */}
          {!(own?.isSame && request.isUnclear) && (
            <RequestProblem {...{ environment, request, form }} say={(word) => problems(word)} />
          )}
        </>
      }
    >
      <Terms input={input} />
      <PlayerKycStatus
        environment={environment}
        checks={checks}
        register={mayRegister ? { playerId, name: input.payerAccountName, back } : null}
      />
      {own && <DepositOfForm environment={environment} own={own} />}
      {!own?.isSame && <OpenDeposits environment={environment} orders={checks.data?.open ?? []} />}
    </OrderReview>
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
      <p className="mt-2 text-lg">{t.rich("player", { id: code(playerId) })}</p>
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
