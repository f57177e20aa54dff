"use client";

import { useTranslations } from "next-intl";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { CopyButton } from "@/components/display/copyable";
import { Timestamp } from "@/components/display/timestamp";
import { ProblemAlert } from "@/components/feedback/problem-alert";
import { TextField } from "@/components/forms/form-field";
import { StepUpCard } from "@/components/sign-in/step-up";
import { Button } from "@/components/ui/button";
import type { ProofNeeded } from "@/lib/auth/step-up";
import type { DecisionEnd } from "@/lib/withdrawals/approvers";
import { DecisionBar } from "./decision-bar";
import { keepReason, keptReason } from "./kept-reasons";

type Refusal = "declined" | "sent_back";
type Failure = ProofNeeded | { kind: string; fields?: Record<string, string> };

/** The action that decides, as `useOrderAction` has it. */
type Decision<Input> = {
  mutate: (input: Input) => void;
  variables: Input | undefined;
  isPending: boolean;
  isError: boolean;
  reset: () => void;
  data: { ok: true } | { ok: false; error: Failure } | undefined;
};

type Props<Input> = {
  /** The ID of what is decided. */
  item: string;
  /** The ID of the user who decides. */
  readerId: string;
  decide: Decision<Input>;
  /** Why the last decision was refused; null where it was not. */
  problem: ReactNode;
  requester: string;
  /** The words of the button and what it does; null where it can still be declined or sent back. */
  approve: { text: string; press: () => void } | null;
  refuse: (decision: Refusal, reason: string) => void;
  /** Why it cannot be decided any more; null while it can. */
  end: DecisionEnd | null;
  /** Whether a decision is begun, in flight or refused: until it is not, the form must stay. */
  onHold: (isHeld: boolean) => void;
};

/** The three things that an approver can say of a payout or a batch. What was typed stays until it has been received. */
export function ApproverDecision<Input>(props: Props<Input>) {
  const { item, readerId, decide, problem, requester, approve, refuse, end, onHold } = props;
  const t = useTranslations("withdrawals.approval");
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [reason, setReason] = useState(() => keptReason(readerId, item));
  const form = useRef<HTMLDivElement>(null);
  const isDone = decide.data?.ok === true;
  const isLeaving = decide.isPending || isDone;
  const error = decide.data?.ok === false ? decide.data.error : null;
  const isHeld = !isDone && (refusal !== null || decide.isPending || decide.isError || error !== null);
  useEffect(() => onHold(isHeld), [isHeld, onHold]);
  useEffect(() => keepReason(readerId, item, isDone ? "" : reason), [readerId, item, isDone, reason]);
  useEffect(() => {
    if (error !== null) form.current?.querySelector<HTMLElement>("[aria-invalid]")?.focus();
  }, [error]);
  const toggle = (wanted: Refusal) => {
    decide.reset();
    setRefusal(refusal === wanted ? null : wanted);
  };
  if (end) {
    const forget = () => {
      decide.reset();
      setRefusal(null);
      setReason("");
    };
    return (
      <EndedDecision {...{ end, reason: refusal === null ? "" : reason }} isUnknown={decide.isError} onForget={forget}>
        {isLeaving && t("approving")}
      </EndedDecision>
    );
  }
  return (
    <>
      <DecisionBar isFixed={refusal === null && error === null && problem === null}>
        {approve && (
          <Button
            variant="primary"
            size="large"
            disabled={isLeaving}
            onClick={approve.press}
            className="max-sm:whitespace-normal"
          >
            {isLeaving ? t("approving") : approve.text}
          </Button>
        )}
        <Button
          size="large"
          disabled={isLeaving}
          aria-expanded={refusal === "sent_back"}
          onClick={() => toggle("sent_back")}
        >
          {t("sendBack")}
        </Button>
        <Button
          variant="destructive"
          size="large"
          disabled={isLeaving}
          aria-expanded={refusal === "declined"}
          onClick={() => toggle("declined")}
        >
          {t("decline")}
        </Button>
      </DecisionBar>
      {refusal && (
        <div ref={form} className="grid max-w-150 gap-3">
          {/* On a phone it is below the screen: the focus scrolls to it. */}
          <TextField
            key={refusal}
            autoFocus
            name="reason"
            label={t("reason", { decision: refusal })}
            hint={t("reasonHint", { requester })}
            problem={error && "fields" in error ? error.fields?.reason : undefined}
            value={reason}
            onChange={setReason}
          />
          <Button className="justify-self-start" disabled={isLeaving} onClick={() => refuse(refusal, reason)}>
            {isLeaving ? t("approving") : t("confirm", { decision: refusal })}
          </Button>
        </div>
      )}
      {isProofNeeded(error) ? (
        <StepUpCard needed={error} onProved={() => decide.variables && decide.mutate(decide.variables)} />
      ) : (
        <ProblemAlert>{problem}</ProblemAlert>
      )}
    </>
  );
}

const isProofNeeded = (error: Failure | null): error is ProofNeeded => error?.kind === "proof_needed";

type EndedProps = {
  end: DecisionEnd;
  reason: string;
  /** There was no response, so that it may be among the recorded ones. */
  isUnknown: boolean;
  onForget: () => void;
  /** What stands here while the decision is in flight. */
  children: ReactNode;
};

/** The decision came too late, or another user's came while it was made: what is recorded, and what was typed. */
function EndedDecision({ end, reason, isUnknown, onForget, children }: EndedProps) {
  const t = useTranslations("withdrawals.approval.late");
  const { kind, by = "", at = null } = end;
  const words = t.rich("text", { end: kind, by, at: () => at && <Timestamp at={at} style="minute" /> });
  return (
    <>
      {children && <p className="text-muted-foreground">{children}</p>}
      <ProblemAlert>{!children && (isUnknown ? t("unknown") : words)}</ProblemAlert>
      {!children && (
        <>
          {reason !== "" && (
            <p>
              {t("reason")} <q className="whitespace-pre-wrap">{reason}</q>
            </p>
          )}
          <div className="flex flex-wrap gap-2">
            {reason !== "" && <CopyButton text={reason}>{t("copy")}</CopyButton>}
            <Button onClick={onForget}>{t("dismiss")}</Button>
          </div>
        </>
      )}
    </>
  );
}

type TakeBackProps = { isLeaving: boolean; problem: ReactNode; onPress: () => void };

/** Ends one's own request while it still waits. Nothing has left, so nothing needs to be confirmed. */
export function TakeBackRequest({ isLeaving, problem, onPress }: TakeBackProps) {
  const t = useTranslations("withdrawals.approval");
  return (
    <>
      <Button className="justify-self-start pointer-coarse:min-h-11" disabled={isLeaving} onClick={onPress}>
        {isLeaving ? t("takingBack") : t("takeBack")}
      </Button>
      <ProblemAlert>{problem}</ProblemAlert>
    </>
  );
}
