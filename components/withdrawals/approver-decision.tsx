"use client";

import { useTranslations } from "next-intl";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { CommandProblem } from "@/components/commands/command-problem";
import type { Say, Tried } from "@/components/commands/use-command-problem";
import { CopyButton } from "@/components/display/copyable";
import { Timestamp } from "@/components/display/timestamp";
import { ProblemAlert } from "@/components/feedback/problem-alert";
import { TextField } from "@/components/forms/form-field";
import { keptTyped } from "@/components/forms/kept-typed";
import { Button } from "@/components/ui/button";
import { cn } from "@/lib/cn";
import type { DecisionEnd } from "@/lib/withdrawals/approvers";
import { DecisionBar } from "./decision-bar";

const REASONS = keptTyped<string>();

type Refusal = "declined" | "sent_back";
type Failure = { kind: string; fields?: Record<string, string> };

type Props<Problem extends Failure> = {
  /** The ID of what is decided. */
  item: string;
  /** The ID of the user who decides. */
  readerId: string;
  /** The action that decides, as `useOrderAction` has it, and the words for why it was refused. */
  decide: Tried<Problem> & Record<"isPending" | "isDone" | "isLeaving", boolean> & { reset: () => void };
  say: Say<Problem>;
  requester: string;
  /**
   * The words of the button and what it does; null where it can only be declined or sent back. Without `press`, what has
   * to be read first is not there yet: the button cannot be seen, and no other takes its place under the pointer.
   */
  approve: { text: string; press: (() => void) | null } | null;
  refuse: (decision: Refusal, reason: string) => void;
  /** Why it cannot be decided any more; null while it can. */
  end: DecisionEnd | null;
  /** Whether a decision is begun, in flight or refused: until it is not, the form must stay. */
  onHold: (isHeld: boolean) => void;
};

/** The three things that an approver can say of a payout or a batch. What was typed stays until it has been received. */
export function ApproverDecision<Problem extends Failure>(props: Props<Problem>) {
  const { item, readerId, decide, say, requester, approve, refuse, end, onHold } = props;
  const { refusal: error, isDone, isLeaving } = decide;
  const t = useTranslations("withdrawals.approval");
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [reason, setReason] = useState(() => REASONS.of(readerId, item) ?? "");
  const form = useRef<HTMLDivElement>(null);
  const hasFailed = decide.failure !== null;
  const isHeld = !isDone && (refusal !== null || decide.isPending || hasFailed || error !== null);
  useEffect(() => onHold(isHeld), [isHeld, onHold]);
  useEffect(() => REASONS.keep(readerId, item, isDone ? null : reason || null), [readerId, item, isDone, reason]);
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
      <EndedDecision {...{ end, reason: refusal === null ? "" : reason }} isUnknown={hasFailed} onForget={forget}>
        {isLeaving && t("approving")}
      </EndedDecision>
    );
  }
  return (
    <>
      <DecisionBar isFixed={refusal === null && error === null && !hasFailed}>
        {approve && (
          <Button
            variant="primary"
            size="large"
            disabled={isLeaving}
            onClick={approve.press ?? undefined}
            className={cn("max-sm:whitespace-normal", approve.press === null && "invisible")}
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
            problem={error?.fields?.reason}
            value={reason}
            onChange={setReason}
          />
          <Button className="justify-self-start" disabled={isLeaving} onClick={() => refuse(refusal, reason)}>
            {isLeaving ? t("approving") : t("confirm", { decision: refusal })}
          </Button>
        </div>
      )}
      <CommandProblem of={decide} say={say} />
    </>
  );
}

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
