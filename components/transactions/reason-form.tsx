"use client";

import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { useCommand } from "@/components/commands/use-command";
import { useCommandProblem } from "@/components/commands/use-command-problem";
import { ProblemAlert } from "@/components/feedback/problem-alert";
import { TextField } from "@/components/forms/form-field";
import { Button } from "@/components/ui/button";
import type { Environment } from "@/lib/environment";
import { formatAmount } from "@/lib/money/format";
import { attestNonCreationAction, stopOrderAction } from "@/lib/transactions/actions";
import { transactionCache } from "@/lib/transactions/cache";
import type { AttestationInput, StopInput, TransactionView } from "@/lib/transactions/schema";

type Props = {
  words: Record<"open" | "lead" | "reason" | "reasonHint" | "submit", string>;
  reason: string;
  onReason: (reason: string) => void;
  reasonProblem: string | undefined;
  /** Why it was not received. */
  problem: ReactNode;
  /** In flight, or received and not refetched yet. */
  isLeaving: boolean;
  onSubmit: () => void;
  /** What else is asked, before the reason. */
  children?: ReactNode;
};

/** What a person found out elsewhere about an order, behind a button. What was typed stays until it has been received. */
export function ReasonForm({ words, reason, onReason, reasonProblem, problem, isLeaving, onSubmit, children }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <div className="mt-3 grid gap-3">
      <Button className="justify-self-start" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
        {words.open}
      </Button>
      {isOpen && (
        <>
          <p className="max-w-150 text-sm text-muted-foreground">{words.lead}</p>
          {children}
          <div className="max-w-150">
            <TextField
              name="reason"
              label={words.reason}
              hint={words.reasonHint}
              problem={reasonProblem}
              value={reason}
              onChange={onReason}
            />
          </div>
          <Button variant="primary" className="justify-self-start" disabled={isLeaving} onClick={onSubmit}>
            {words.submit}
          </Button>
        </>
      )}
      <ProblemAlert>{problem}</ProblemAlert>
    </div>
  );
}

type Stopping = { environment: Environment; order: TransactionView };

/** Stops a queued order, after a confirmation with a reason. */
export function StopOrder({ environment, order: { referenceId, type, amount, currency } }: Stopping) {
  const t = useTranslations("orders.stop");
  const [reason, setReason] = useState("");
  const stop = useCommand((input: StopInput) => stopOrderAction(environment, input), {
    typed: { reason },
    changes: transactionCache.all(environment),
  });
  return (
    <ReasonForm
      words={{
        open: t("open"),
        lead: t("lead", { type }),
        reason: t("reason"),
        reasonHint: t("reasonHint"),
        submit: stop.isPending ? t("stopping") : t("submit", { type, amount: formatAmount(amount, currency) }),
      }}
      reason={reason}
      onReason={setReason}
      reasonProblem={stop.fields.reason}
      problem={useCommandProblem({ of: stop, say: (kind) => t(`problems.${kind}`) })}
      isLeaving={stop.isLeaving}
      onSubmit={() => stop.send({ referenceId, reason })}
    />
  );
}

type Attesting = { environment: Environment; referenceId: string };

/** A person's word that a lost order was not created. */
export function AttestNonCreation({ environment, referenceId }: Attesting) {
  const t = useTranslations("orders.attesting");
  const [reason, setReason] = useState("");
  const attest = useCommand((input: AttestationInput) => attestNonCreationAction(environment, input), {
    typed: { reason },
    changes: transactionCache.all(environment),
  });
  return (
    <ReasonForm
      words={{
        open: t("open"),
        lead: t("lead"),
        reason: t("reason"),
        reasonHint: t("reasonHint"),
        submit: attest.isPending ? t("attesting") : t("attest"),
      }}
      reason={reason}
      onReason={setReason}
      reasonProblem={attest.fields.reason}
      problem={useCommandProblem({ of: attest, say: (kind) => t(`problems.${kind}`) })}
      isLeaving={attest.isLeaving}
      onSubmit={() => attest.send({ referenceId, reason })}
    />
  );
}
