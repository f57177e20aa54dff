"use client";

import { keepPreviousData, type UseQueryResult, useQuery, useQueryClient } from "@tanstack/react-query";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { Timestamp } from "@/components/display/timestamp";
import { OrderLink } from "@/components/orders/order-link";
import { Alert } from "@/components/ui/alert";
import type { Environment } from "@/lib/environment";
import { formatAmount } from "@/lib/money/format";
import type { Advice } from "@/lib/withdrawals/advice-view";
import { withdrawalCache } from "@/lib/withdrawals/cache";
import type { WithdrawalForm, WithdrawalInput } from "@/lib/withdrawals/schema";
import { typedRecipient } from "./typed-recipient";

/** What is being filled in: its own order, and the one that it corrects, are no duplicates of it. */
export type OfForm = { formId: string; corrects: string | null };

export const ofForm = ({ formId, corrects }: OfForm) => ({ formId, ...(corrects !== null && { corrects }) });

type Props = { environment: Environment; input: WithdrawalInput; of: OfForm };

/** What our own record says against these terms. */
export function useRecipientAdvice({ environment, input, of }: Props) {
  const { currency, amount, playerId, destination, destinationAccount, destinationAccountName } = input;
  const destinationBranchCode = "destinationBranchCode" in input ? input.destinationBranchCode : "";
  const destinationAccountType = "destinationAccountType" in input ? input.destinationAccountType : undefined;
  const account = { destination, destinationBranchCode, destinationAccount, destinationAccountName };
  const kind = destinationAccountType && { destinationAccountType };
  const terms = { currency, amount, playerId, ...account, ...kind, ...ofForm(of) };
  // Asked again for the review: what was said while the form was filled in may be out of date.
  return useQuery({ ...withdrawalCache.advice(environment, terms), refetchOnMount: "always" });
}

/** It is said, and a person decides. */
export function RecipientAdvice(props: Props) {
  return <Said environment={props.environment} query={useRecipientAdvice(props)} />;
}

type EarlyProps = { environment: Environment; typed: Omit<WithdrawalForm, "formId">; of: OfForm };

/** The same while the form is filled in, as soon as it is clear whom it is about. */
export function useEarlyAdvice({ environment, typed, of }: EarlyProps) {
  const client = useQueryClient();
  return useQuery({
    queryKey: [environment, "withdrawals", "early_advice", typed, of],
    queryFn: async () => {
      const terms = await typedRecipient(typed);
      return terms && client.fetchQuery(withdrawalCache.advice(environment, { ...terms, ...ofForm(of) }));
    },
    // What was said stays until it is known what there is to say now.
    placeholderData: keepPreviousData,
  });
}

export function EarlyAdvice(props: EarlyProps) {
  return <Said environment={props.environment} query={useEarlyAdvice(props)} />;
}

type Answer = Pick<UseQueryResult<Advice[] | null>, "data" | "isError">;

function Said({ environment, query: { data, isError } }: { environment: Environment; query: Answer }) {
  const t = useTranslations("withdrawals.advice");
  return (
    <div role="status" className="grid gap-2 empty:hidden">
      {isError && <Alert tone="watch">{t("unavailable")}</Alert>}
      <AdviceAlerts environment={environment} advice={data ?? []} />
    </div>
  );
}

/** The same for requester and approver. */
export function AdviceAlerts({ environment, advice }: { environment: Environment; advice: readonly Advice[] }) {
  return advice.map((one) => (
    <Alert key={one.kind} tone={one.kind === "requested" ? "neutral" : "watch"}>
      <AdviceWords environment={environment} advice={one} />
    </Alert>
  ));
}

function AdviceWords({ environment, advice }: { environment: Environment; advice: Advice }) {
  const t = useTranslations("withdrawals.advice");
  switch (advice.kind) {
    case "requested":
      return (
        <>
          {t.rich("requested", { time: () => <Timestamp at={advice.at} style="minute" /> })}{" "}
          <OrderLink environment={environment} referenceId={advice.referenceId} />
        </>
      );
    case "form_used":
      return t.rich("formUsed", {
        order: () => <OrderLink environment={environment} referenceId={advice.referenceId} />,
      });
    case "held":
      return t(`held.${advice.reason}`);
    case "sum": {
      const { basis, approvers, total, currency } = advice;
      return t("sum", { basis, approvers, total: formatAmount(total, currency) });
    }
    case "new_payee": {
      const { approvers, until } = advice;
      return t.rich("newPayee", { approvers, until: () => <Timestamp at={until} style="minute" /> });
    }
    case "kyc_differs":
      return t("kycDiffers", { name: advice.name });
    case "exceeds_balance": {
      const { currency, needed, available, fee, waiting, asOf } = advice;
      const amount = (of: string) => formatAmount(of, currency);
      const figures = { needed: amount(needed), available: amount(available), waiting: amount(waiting) };
      return (
        <>
          {t("exceedsBalance", { ...figures, fee: fee === null ? t("feeUnknown") : amount(fee) })}{" "}
          {t.rich("balanceAsOf", { time: () => <Timestamp at={asOf} style="minute" /> })}
        </>
      );
    }
    case "repeat":
      return (
        <>
          {t.rich("repeat", { time: () => <Timestamp at={advice.at} style="minute" /> })}{" "}
          <OrderLink environment={environment} referenceId={advice.referenceId} />
        </>
      );
    case "unknown_outcome":
      return (
        <>
          {t("unknownOutcome")} <OrderLink environment={environment} referenceId={advice.referenceId} />
        </>
      );
    case "in_batch":
      return (
        <>
          {t("inBatch")}{" "}
          <Link href={`/${environment}/batches/${advice.batchId}`} target="_blank" className="underline">
            {advice.name}
          </Link>
        </>
      );
    case "other_holder":
      return (
        <>
          {t("otherHolder", { holder: advice.holder })}{" "}
          <OrderLink environment={environment} referenceId={advice.referenceId} />
        </>
      );
    case "never_paid":
      return t("neverPaid");
  }
}
