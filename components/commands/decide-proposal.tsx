"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { MarkOpened } from "@/components/approvals/mark-opened";
import { Timestamp } from "@/components/display/timestamp";
import { TextField } from "@/components/forms/form-field";
import { Button } from "@/components/ui/button";
import type { ProposalDecision, ProposalFacts } from "@/lib/auth/proposal";
import type { Environment } from "@/lib/environment";
import { CommandProblem } from "./command-problem";
import type { Say, Tried } from "./use-command-problem";

type Props<Refusal extends { kind: string }> = {
  environment: Environment;
  proposal: ProposalFacts;
  decide: Tried<Refusal> & {
    send: (decision: ProposalDecision) => void;
    input: ProposalDecision | undefined;
    isLeaving: boolean;
    fields: { reason?: string };
  };
  mayDecide?: boolean;
  /** The words for what applying it does, instead of the usual ones. */
  apply?: string;
  /** Another reason why the reader can only drop it, as its proposer can. */
  cannotApply?: string | false;
  say: Say<Refusal>;
};

/** A proposal that needs a second person: whose it is, until when it stands, and the decisions on it. */
export function DecideProposal<Refusal extends { kind: string }>(props: Props<Refusal>) {
  const { environment, proposal, decide, mayDecide = true, say } = props;
  const t = useTranslations("dualControl");
  const cannotApply = proposal.isOwn ? t("own") : props.cannotApply;
  const button = { size: "field", disabled: decide.isLeaving } as const;
  const [reason, setReason] = useState("");
  const { id, isOwn } = proposal;
  const isCorrected = decide.fields.reason !== undefined && decide.input?.reason !== reason;
  const moment = (at: string) => () => <Timestamp at={at} style="minute" />;
  const facts = (
    <p className="text-xs text-subtle-foreground">
      {t.rich("facts", { by: proposal.by, at: moment(proposal.at), until: moment(proposal.until) })}
    </p>
  );
  if (!mayDecide) return facts;
  return (
    <>
      {facts}
      {cannotApply && <p className="text-muted-foreground">{cannotApply}</p>}
      {!cannotApply && (
        <div>
          <MarkOpened environment={environment} kind="proposal" id={id} />
          <Button variant="primary" {...button} onClick={() => decide.send({ proposalId: id, apply: true })}>
            {decide.isLeaving ? t("deciding") : (props.apply ?? t("apply"))}
          </Button>
        </div>
      )}
      <div className="flex flex-wrap items-end gap-2">
        {!isOwn && (
          <div className="max-w-md grow">
            <TextField
              name={`reject-${id}`}
              label={t("dropReason")}
              isOptional
              problem={isCorrected ? undefined : decide.fields.reason}
              value={reason}
              onChange={setReason}
            />
          </div>
        )}
        <Button {...button} onClick={() => decide.send({ proposalId: id, apply: false, ...(!isOwn && { reason }) })}>
          {t(isOwn ? "takeBack" : "drop")}
        </Button>
      </div>
      <CommandProblem of={isCorrected ? { ...decide, refusal: null } : decide} say={say} />
    </>
  );
}
