"use client";

import { useLocale, useTranslations } from "next-intl";
import { type ReactNode, useEffect, useRef } from "react";
import { type Say, type Tried, useCommandProblem } from "@/components/commands/use-command-problem";
import { ProblemAlert } from "@/components/feedback/problem-alert";
import { Button } from "@/components/ui/button";
import { Card, CardHeader, CardTitle, TitledCard } from "@/components/ui/card";
import type { Problem, TooLate } from "@/lib/auth/problem";
import type { Environment } from "@/lib/environment";
import { colon } from "@/lib/i18n/list-text";
import type { Result } from "@/lib/result";
import { useOrderAction } from "./order-action";
import type { ReviewedOrder } from "./order-form";
import { OrderLink } from "./order-link";
import { BESIDE, SIDE_BY_SIDE } from "./order-summary";

type Made = { referenceId: string };
type Invalid = Extract<Problem, { kind: "invalid" }>;
const isInvalid = (error: { kind: string }): error is Invalid => error.kind === "invalid";

/** The request for an order. Its form gets the outcome. */
export function useOrderRequest<Input, E extends { kind: string }>(
  environment: Environment,
  form: ReviewedOrder,
  action: (environment: string, input: Input, sendBy: string) => Promise<Result<Made, E | Problem | TooLate>>,
) {
  const request = useOrderAction(environment, action);
  const { input, failure } = request;
  function send(wanted: Input) {
    form.onSending(true);
    request.send(wanted, {
      onSuccess: (result) => {
        if (result.ok) form.onSent(result.value.referenceId);
        else if (isInvalid(result.error)) form.onInvalid(result.error.fields);
      },
      onSettled: (result) => form.onSending(result?.ok === true),
    });
  }
  return {
    ...{ ...request, send },
    /** It may have been received: the same form is to be sent again. */
    isUnclear: failure === "unknown",
    again: () => input !== undefined && send(input),
  };
}

type Props = {
  lead: string;
  form: ReviewedOrder;
  isLeaving: boolean;
  /** What arrives late would move the button from under the pointer, so it waits. */
  isLooking: boolean;
  send: { words: string; variant?: "primary" | "secondary"; onSend: () => void };
  /** What will be sent, and what speaks against it. */
  children: ReactNode;
  /** What it would do, and what is still asked for before it is sent. */
  summary: ReactNode;
};

/** Large and final: what will be sent, word for word, as the server has read it, and beside it what that does. */
export function OrderReview({ lead, form, isLeaving, isLooking, send, summary, children }: Props) {
  const t = useTranslations("orders.form");
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className={SIDE_BY_SIDE}>
      <Card>
        <CardHeader>
          <CardTitle ref={heading} tabIndex={-1}>
            {t("review")}
          </CardTitle>
        </CardHeader>
        <div className="grid gap-3.5 p-4">
          <p className="text-muted-foreground">{lead}</p>
          {children}
        </div>
      </Card>
      <aside className={BESIDE}>
        <TitledCard title={t("summary")}>
          <div className="grid gap-3 px-4 py-3.5">
            {summary}
            <div className="grid gap-2">
              <Button
                variant={send.variant ?? "primary"}
                size="large"
                disabled={isLeaving || isLooking}
                onClick={send.onSend}
              >
                {send.words}
              </Button>
              <Button size="large" disabled={isLeaving} onClick={form.onBack}>
                {t("back")}
              </Button>
            </div>
          </div>
        </TitledCard>
      </aside>
    </div>
  );
}

/** The earlier order is named beside why none was made now. */
const isLinked = (refusal: { kind: string } | null): refusal is { kind: string } & Made =>
  refusal !== null && "referenceId" in refusal;

type ProblemProps<Refusal extends { kind: string }> = {
  environment: Environment;
  request: Tried<Refusal> & { reset: () => void };
  form: ReviewedOrder;
  /** Why an order of this type was refused, and what to do where its form was used before. */
  say: (word: Parameters<Say<Refusal>>[0] | "openFirst" | "startNew") => ReactNode;
};

/** Why it was not made, whether anything was sent, and what to do now. */
export function RequestProblem<Refusal extends { kind: string }>(props: ProblemProps<Refusal>) {
  const { environment, request, form, say } = props;
  const problem = useCommandProblem({ of: request, say });
  const locale = useLocale();
  const { refusal } = request;
  if (!isLinked(refusal)) return <ProblemAlert>{problem}</ProblemAlert>;
  const order = <OrderLink environment={environment} referenceId={refusal.referenceId} />;
  if (refusal.kind !== "form_used")
    return (
      <ProblemAlert>
        {problem} {order}
      </ProblemAlert>
    );
  return (
    <ProblemAlert>
      {problem} {say("openFirst")}
      {colon(locale)}
      {order}
      <span className="mt-2 block">
        <Button
          size="small"
          onClick={() => {
            // Under another form id; what was typed stays.
            form.onStartNew();
            request.reset();
          }}
        >
          {say("startNew")}
        </Button>
      </span>
    </ProblemAlert>
  );
}
