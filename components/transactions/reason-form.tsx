"use client";

import { useTranslations } from "next-intl";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { Unsent } from "@/components/commands/unsent";
import { useCommand } from "@/components/commands/use-command";
import { type Say, type Tried, useCommandProblem } from "@/components/commands/use-command-problem";
import { useUnsent } from "@/components/commands/use-unsent";
import { ProblemAlert } from "@/components/feedback/problem-alert";
import { CommandForm } from "@/components/forms/command-form";
import { TextField } from "@/components/forms/form-field";
import { staysAfterReason } from "@/components/orders/staying-refusal";
import { Button } from "@/components/ui/button";
import { dismissDepositAction } from "@/lib/deposits/actions";
import type { DepositDismissal } from "@/lib/deposits/schema";
import type { Environment } from "@/lib/environment";
import { formatAmount } from "@/lib/money/format";
import { attestNonCreationAction, stopOrderAction } from "@/lib/transactions/actions";
import { transactionCache } from "@/lib/transactions/cache";
import type { AttestationInput, StopInput, TransactionView } from "@/lib/transactions/schema";
import { isNotCreated, isQueued } from "@/lib/transactions/submission/submission";

type Props<Refusal extends { kind: string }> = {
  of: "orders.stop" | "orders.attesting" | "orders.resolving" | "orders.dismissing";
  lead: string;
  submit: string;
  reason: string;
  onReason: (reason: string) => void;
  command: Tried<Refusal> & Parameters<typeof useUnsent>[1] & { fields: { reason?: string } };
  say: Say<Refusal>;
  onSubmit: () => void;
  /** It can no longer be said of the order: why the press was refused stays, with what was typed. */
  isOver: boolean;
  /** What else is asked, before the reason. */
  children?: ReactNode;
};

/** What a person found out elsewhere about an order, behind a button. What was typed stays until it has been received. */
export function ReasonForm<Refusal extends { kind: string }>(props: Props<Refusal>) {
  const { of, lead, submit, reason, onReason, command, say, onSubmit, isOver, children } = props;
  const t = useTranslations(of);
  const orders = useTranslations("orders");
  const [isOpen, setIsOpen] = useState(false);
  const problem = useCommandProblem({ of: command, say });
  const unsent = useUnsent(isOver, command);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (isOpen) form.current?.querySelector("input")?.focus();
  }, [isOpen]);
  const { refusal } = command;
  useEffect(() => {
    if (refusal?.kind === "invalid") form.current?.querySelector<HTMLElement>("[aria-invalid]")?.focus();
  }, [refusal]);
  // A later discrepancy begins with a closed form.
  if (isOver && isOpen) setIsOpen(false);
  const stays = staysAfterReason(command.refusal);
  if (isOver)
    return (
      (stays || (unsent && reason !== "")) && (
        <div className="mt-3">
          <Unsent
            why={(!stays && unsent) || "not_recorded"}
            notRecorded={stays ? problem : orders("unsent")}
            typed={[[t("reason"), reason]]}
          />
        </div>
      )
    );
  return (
    <div className="mt-3 grid gap-3">
      <Button className="justify-self-start" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
        {t("open")}
      </Button>
      {isOpen && (
        <CommandForm ref={form} isPending={command.isLeaving} onSend={onSubmit} className="grid gap-3">
          <p className="max-w-150 text-sm text-muted-foreground">{lead}</p>
          {children}
          <div className="max-w-150">
            <TextField
              name="reason"
              label={t("reason")}
              hint={t("reasonHint")}
              problem={command.fields.reason}
              value={reason}
              onChange={onReason}
            />
          </div>
          <Button type="submit" variant="primary" className="justify-self-start" disabled={command.isLeaving}>
            {submit}
          </Button>
        </CommandForm>
      )}
      <ProblemAlert>{problem}</ProblemAlert>
    </div>
  );
}

type Stopping = { environment: Environment; order: TransactionView };

/** Stops a queued order, after a confirmation with a reason. */
export function StopOrder({ environment, order: { referenceId, type, amount, currency, submission } }: Stopping) {
  const t = useTranslations("orders.stop");
  const [reason, setReason] = useState("");
  const stop = useCommand((input: StopInput) => stopOrderAction(environment, input), {
    typed: { reason },
    changes: transactionCache.all(environment),
    counts: transactionCache.allTotals(environment),
  });
  return (
    <ReasonForm
      of="orders.stop"
      lead={t("lead", { type })}
      submit={stop.isPending ? t("stopping") : t("submit", { type, amount: formatAmount(amount, currency) })}
      reason={reason}
      onReason={setReason}
      command={stop}
      say={(kind) => t(`problems.${kind}`)}
      onSubmit={() => stop.send({ referenceId, reason })}
      isOver={!isQueued(submission)}
    />
  );
}

/** Says why a deposit that was not created is not needed any more, so that it leaves what needs action. */
export function DismissDeposit({ environment, order }: Stopping) {
  const t = useTranslations("orders.dismissing");
  const [reason, setReason] = useState("");
  const dismiss = useCommand((input: DepositDismissal) => dismissDepositAction(environment, input), {
    typed: { reason },
    changes: transactionCache.all(environment),
    counts: transactionCache.allTotals(environment),
  });
  const { referenceId, amount, currency, submission, conflict, replacedBy, resolution, deposit } = order;
  return (
    <ReasonForm
      of="orders.dismissing"
      lead={t("lead")}
      submit={dismiss.isPending ? t("dismissing") : t("submit", { amount: formatAmount(amount, currency) })}
      reason={reason}
      onReason={setReason}
      command={dismiss}
      say={(kind) => t(`problems.${kind}`)}
      onSubmit={() => dismiss.send({ referenceId, reason })}
      isOver={
        !isNotCreated(submission) ||
        conflict ||
        resolution !== null ||
        replacedBy !== null ||
        deposit?.dismissed === true
      }
    />
  );
}

type Attesting = { environment: Environment; order: TransactionView };

/** A person's word that a lost order was not created. */
export function AttestNonCreation({ environment, order: { referenceId, proof } }: Attesting) {
  const t = useTranslations("orders.attesting");
  const [reason, setReason] = useState("");
  const attest = useCommand((input: AttestationInput) => attestNonCreationAction(environment, input), {
    typed: { reason },
    // A later one is about other checks.
    onDone: () => setReason(""),
    changes: transactionCache.all(environment),
    counts: transactionCache.allTotals(environment),
  });
  return (
    <ReasonForm
      of="orders.attesting"
      lead={t("lead")}
      submit={attest.isPending ? t("attesting") : t("attest")}
      reason={reason}
      onReason={setReason}
      command={attest}
      say={(kind) => t(`problems.${kind}`)}
      onSubmit={() => attest.send({ referenceId, reason })}
      isOver={!proof?.mayAttest}
    />
  );
}
