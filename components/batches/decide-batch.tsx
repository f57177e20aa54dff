"use client";

import { useTranslations } from "next-intl";
import { type ComponentProps, useState } from "react";
import { TextField } from "@/components/forms/form-field";
import { OnePress } from "@/components/orders/one-press";
import { useOrderAction } from "@/components/orders/order-action";
import { ApproverDecision } from "@/components/withdrawals/approver-decision";
import { decideBatchAction, takeBackBatchAction } from "@/lib/batches/actions";
import type { BatchView } from "@/lib/batches/schema";
import { isAwaiting } from "@/lib/batches/state";
import type { Environment } from "@/lib/environment";
import { formatAmount } from "@/lib/money/format";
import { type DecisionEnd, decisionEnd } from "@/lib/withdrawals/approvers";
import { asksAmountAgain } from "@/lib/withdrawals/confirm-amount";

type Props = {
  environment: Environment;
  batch: BatchView;
  digest: string;
  count: number;
  /** Whether the warnings and the largest rows are on the page: it is not approved without them. */
  isReviewed: boolean;
} & Pick<ComponentProps<typeof ApproverDecision>, "onHold">;

/** The decision about a batch. In production, count and sums are typed again. */
export function DecideBatch({ environment, batch, digest, count, isReviewed, onHold }: Props) {
  const { batchId, readerId, totals, requested, requester } = batch;
  const t = useTranslations("batches.approval");
  const words = useTranslations("withdrawals.approval");
  const [again, setAgain] = useState<{ count: string; amounts: Record<string, string> }>({ count: "", amounts: {} });
  const decide = useOrderAction(environment, decideBatchAction);
  const paidSince = decide.refusal?.kind === "paid_since" ? decide.refusal.count : 0;
  const end = endOf(batch);
  const asksAgain = asksAmountAgain(environment);
  const sums = (totals ?? []).map(({ amount, currency }) => formatAmount(amount, currency)).join(" + ");
  const mayApprove = requester?.problem === null;
  const press = () => decide.send({ batchId, digest, decision: "approved", ...(asksAgain && { again }) });
  return (
    <div className="grid gap-3">
      {asksAgain && mayApprove && end === null && (
        <div className="flex flex-wrap gap-3">
          <TextField
            name="count"
            label={t("retypeCount")}
            problem={undefined}
            inputMode="numeric"
            value={again.count}
            onChange={(value) => setAgain({ ...again, count: value })}
          />
          {totals?.map(({ currency }) => (
            <TextField
              key={currency}
              name={`sum-${currency}`}
              label={t("retypeSum", { currency })}
              problem={undefined}
              inputMode="decimal"
              value={again.amounts[currency] ?? ""}
              onChange={(value) => setAgain({ ...again, amounts: { ...again.amounts, [currency]: value } })}
            />
          ))}
        </div>
      )}
      <ApproverDecision
        item={batchId}
        {...{ readerId, decide, end, onHold }}
        say={(kind) =>
          kind === "unreachable" ? words("problems.unreachable") : t(`problems.${kind}`, { count: paidSince })
        }
        requester={requested?.by ?? ""}
        approve={mayApprove ? { text: t("approve", { count, sums }), press: isReviewed ? press : null } : null}
        refuse={(decision, reason) => decide.send({ batchId, digest, decision, reason })}
      />
    </div>
  );
}

function endOf({ mine, state, decided, cameBack }: BatchView): DecisionEnd | null {
  if (mine === "may_decide") return null;
  if (cameBack) return { kind: "sent_back", by: cameBack.by, at: cameBack.at };
  return decisionEnd(mine ?? (isAwaiting(state) ? "closed" : (decided.at(-1)?.decision ?? "closed")), decided);
}

/** Makes a draft of a request that waits. Approvals that were given are void. */
export function TakeBackBatch({ environment, batchId }: { environment: Environment; batchId: string }) {
  const t = useTranslations("batches.approval");
  const words = useTranslations("withdrawals.approval");
  const takeBack = useOrderAction(environment, takeBackBatchAction);
  return (
    <OnePress of={takeBack} say={(kind) => t(`problems.${kind}`)} onPress={() => takeBack.send({ batchId })}>
      {takeBack.isLeaving ? words("takingBack") : words("takeBack")}
    </OnePress>
  );
}
