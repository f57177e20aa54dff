"use client";

import { useTranslations } from "next-intl";
import { type ReactNode, useId } from "react";
import { Sending } from "@/components/commands/read-only";
import { isProofNeeded, type Say, type Tried, useCommandProblem } from "@/components/commands/use-command-problem";
import { useSecondPress } from "@/components/commands/use-second-press";
import { StepUpCard } from "@/components/sign-in/step-up";
import { Button } from "@/components/ui/button";
import { formatAmount } from "@/lib/money/format";
import type { TransactionView } from "@/lib/transactions/schema";
import { isReissuable } from "@/lib/transactions/submission/submission";
import { staysAfterReissue } from "./staying-refusal";

type Props<Refusal extends { kind: string }> = {
  of: "withdrawals.reissue" | "deposits.again";
  order: TransactionView;
  reissue: Tried<Refusal> & { isPending: boolean; isDone: boolean };
  say: Say<Refusal>;
  onConfirm: () => void;
  /** What else is asked or shown before it is confirmed, and the button after it. */
  children: (confirm: (how?: Confirm) => ReactNode) => ReactNode;
};

type Confirm = {
  /** What is shown has not arrived. It would move the button from under the pointer, so that waits. */
  isLooking?: boolean;
  /** The words of the button where something speaks against it. */
  anyway?: string | undefined;
};

/** The same order under a new, linked ID, once the first request can no longer be accepted. */
export function ReissueForm<Refusal extends { kind: string }>(props: Props<Refusal>) {
  const { of, order, reissue, say, onConfirm, children } = props;
  const t = useTranslations(of);
  const id = useId();
  const problem = useCommandProblem({ of: reissue, say });
  const { isAsked, isKept, ask, keep } = useSecondPress();
  const { referenceId, submission, conflict, replacedBy } = order;
  const { refusal, isPending } = reissue;
  if (reissue.isDone) return null;
  const words = (
    <p role="alert" className="text-sm text-destructive empty:hidden">
      {problem}
    </p>
  );
  // The order is read again with each answer: what ends this form is also what the press was refused for.
  if (replacedBy !== null || !isReissuable(submission) || conflict) {
    return staysAfterReissue(refusal, order) && <div className="mt-3">{words}</div>;
  }
  const amount = formatAmount(order.amount, order.currency);
  const confirm = ({ isLooking = false, anyway }: Confirm = {}) => (
    <>
      {isProofNeeded(refusal) && <StepUpCard needed={refusal} onProved={reissue.again} />}
      <Button
        variant={anyway === undefined ? "primary" : "secondary"}
        disabled={isPending || isLooking}
        onClick={onConfirm}
      >
        {isPending ? t("making") : (anyway ?? t("confirm", { amount }))}
      </Button>
    </>
  );

  return (
    <Sending className="mt-3">
      <div className="mt-3 flex flex-wrap items-center gap-2.5">
        {isAsked ? (
          <>
            <p id={id} className="w-full text-sm">
              {t("sure", { amount, referenceId })}
            </p>
            {children(confirm)}
            <Button autoFocus aria-describedby={id} disabled={isPending} onClick={keep}>
              {t("cancel")}
            </Button>
          </>
        ) : (
          <Button autoFocus={isKept} onClick={ask}>
            {t("open")}
          </Button>
        )}
        {words}
      </div>
    </Sending>
  );
}
