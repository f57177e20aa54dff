"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Timestamp } from "@/components/display/timestamp";
import { failureText } from "@/components/messages/failure-text";
import { Card } from "@/components/ui/card";
import { cn } from "@/lib/cn";
import type { ProofView, TransactionView } from "@/lib/transactions/schema";
import { nextReferenceId } from "@/lib/transactions/submission/reference";
import { minuteOf } from "./locked-resend";
import { ProofDetails } from "./proof";
import { checksDue } from "./resend-time";
import { useDuration, useTimeLeft } from "./use-duration";

type Props = { order: TransactionView; proof: ProofView };

/** The way of a lost request from its sending to where it may be made again, with the times of this order's record. */
export function ProtocolSteps({ order, proof }: Props) {
  const t = useTranslations("orders.steps");
  const { type, referenceId } = order;
  const { sent, missing, expiresAt } = proof;
  const isExpired = missing !== "expiry";
  const expiry = { at: () => <Timestamp at={expiresAt} style="time" /> };
  return (
    <Card className="mb-4">
      <ol aria-label={t("title")} className="grid gap-y-2 px-3.5 py-3 md:grid-cols-5 md:px-4 md:pt-4 md:pb-3.5">
        {sent && (
          <Step number={1} mark="done" title={t("sent")}>
            {t.rich("sentDetail", { number: sent.number, at: () => <Timestamp at={sent.at} style="time" /> })}
          </Step>
        )}
        <Step number={2} mark="attention" title={t("noAnswer")}>
          <NoAnswer order={order} />
        </Step>
        <Step
          number={3}
          mark={isExpired ? "done" : "now"}
          title={isExpired ? t.rich("expired", expiry) : t.rich("expires", expiry)}
        >
          {!isExpired && <TimeLeft expiresAt={expiresAt} />}
        </Step>
        <Step number={4} mark={isExpired ? "now" : "next"} title={t("checks")}>
          <ChecksMade proof={proof} />
        </Step>
        <Step number={5} mark="next" title={t("resend", { type })}>
          {t("resendDetail", { suffix: `…${nextReferenceId(referenceId).slice(-6)}` })}
        </Step>
      </ol>
      <ProofDetails proof={proof} />
    </Card>
  );
}

const NUMBER = {
  done: "border-primary bg-primary text-primary-foreground",
  attention: "border-warning bg-warning text-warning-foreground",
  now: "border-warning text-warning",
  next: "border-border-strong text-subtle-foreground",
};
const LINE = { done: "bg-primary", attention: "bg-warning", now: "bg-border-strong", next: "bg-border-strong" };

type StepProps = { number: number; mark: keyof typeof NUMBER; title: ReactNode; children: ReactNode };

function Step({ number, mark, title, children }: StepProps) {
  return (
    <li
      aria-current={mark === "now" ? "step" : undefined}
      className="group relative grid grid-cols-[auto_minmax(0,1fr)] gap-x-2.5 md:block md:pr-3"
    >
      <span
        aria-hidden
        className={cn(
          "absolute top-6 -bottom-2 left-2.5 w-0.5 group-last:hidden md:top-2.5 md:right-1 md:bottom-auto md:left-6.5 md:h-0.5 md:w-auto",
          LINE[mark],
        )}
      />
      <span
        aria-hidden
        className={cn(
          "relative grid size-5.5 place-items-center rounded-full border-2 text-2xs font-semibold",
          NUMBER[mark],
        )}
      >
        {number}
      </span>
      <span className="md:mt-2 md:block">
        <span className={cn("block text-sm", mark === "next" ? "text-muted-foreground" : "font-semibold")}>
          {title}
        </span>
        <span className="block text-xs text-muted-foreground">{children}</span>
      </span>
    </li>
  );
}

function NoAnswer({ order: { answered } }: Pick<Props, "order">) {
  const t = useTranslations("orders.steps");
  const failures = useTranslations("failures");
  return answered?.failure ? failureText(failures, answered.failure) : t("stopped");
}

/** Each second, and silent: what is read out is said once a minute, beside the sentence. */
function TimeLeft({ expiresAt }: { expiresAt: string }) {
  const t = useTranslations("orders.steps");
  const duration = useDuration();
  const left = useTimeLeft(expiresAt);
  if (left === null) return null;
  return <span className="figures">{left > 0 ? t("left", { left: duration(left) }) : t("expiryOpen")}</span>;
}

function ChecksMade({ proof }: { proof: ProofView }) {
  const t = useTranslations("orders.steps");
  const [first, second] = checksDue(proof);
  switch (proof.missing) {
    case "expiry":
    case "first_look":
      return t.rich("checksDue", { first: () => minuteOf(first), second: () => minuteOf(second) });
    case "second_look":
    case "service_clock":
      return t("checksDone", { count: Math.min(proof.checks.length, 2) });
    case "control":
      return t("checksControl");
    case "first_word":
    case "second_word":
      return t("checksUsers");
  }
}
