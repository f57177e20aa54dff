"use client";

import { useTranslations } from "next-intl";
import { useEffect, useEffectEvent, useState } from "react";
import { CommandProblem } from "@/components/commands/command-problem";
import { DecideProposal } from "@/components/commands/decide-proposal";
import { ReasonSection } from "@/components/commands/reason-section";
import { useCommand } from "@/components/commands/use-command";
import { Timestamp } from "@/components/display/timestamp";
import { ChoiceField } from "@/components/forms/choice-field";
import { TextField } from "@/components/forms/form-field";
import { Button } from "@/components/ui/button";
import type { ProposalDecision } from "@/lib/auth/proposal";
import type { Environment } from "@/lib/environment";
import {
  askAboutExceptionAction,
  assignExceptionsAction,
  closeExceptionAction,
  decideExceptionCloseAction,
  explainExceptionAction,
} from "@/lib/reconciliation/actions";
import { reconciliationCache } from "@/lib/reconciliation/cache";
import { differenceOf } from "@/lib/reconciliation/difference";
import type { AssignInput, CloseExceptionInput, ExplainInput, ResultRow, RowDetail } from "@/lib/reconciliation/schema";
import { REASONS } from "@/lib/reconciliation/state";
import { aboutOf, type ExceptionDrafts, forgetDraft, keepDraft } from "./exception-drafts";
import { FoundSince } from "./found-since";

type Exception = NonNullable<ResultRow["exception"]>;
type Props = {
  environment: Environment;
  row: RowDetail;
  exception: Exception;
  mayChange: boolean;
  drafts: ExceptionDrafts;
};
type PartProps = Omit<Props, "mayChange">;

const isOver = ({ decision }: Exception) =>
  decision === "matched" || decision === "closed" || decision === "superseded";

/** Who works on an exception, why it is one, and how it ends. */
export function WorkOnException({ mayChange, ...props }: Props) {
  const { row, exception } = props;
  if (isOver(exception)) return null;
  if (!mayChange) {
    return (
      <>
        <FoundSince {...props} />
        {row.proposal && <Proposal {...props} proposal={row.proposal} mayDecide={false} />}
      </>
    );
  }
  return (
    <div className="grid gap-4">
      {row.class === "only_in_ledger" && <Ask {...props} />}
      <Owner {...props} />
      <Explain {...props} />
      {row.proposal ? (
        <>
          <FoundSince {...props} />
          <Proposal {...props} proposal={row.proposal} mayDecide />
        </>
      ) : (
        <Close {...props} />
      )}
    </div>
  );
}

const changesOf = (environment: Environment) => ({ changes: reconciliationCache.all(environment) });

function Ask({ environment, exception: { id } }: PartProps) {
  const t = useTranslations("reconciliation.detail");
  const ask = useCommand(() => askAboutExceptionAction(environment, { id }), changesOf(environment));
  return (
    <div className="grid justify-items-start gap-2">
      <Button disabled={ask.isPending} onClick={() => ask.send(undefined)}>
        {t(ask.isPending ? "asking" : "ask")}
      </Button>
      <p role="status" className="text-sm empty:hidden">
        {ask.value && t(ask.value.kind === "held" ? "askFound" : "askNotFound")}
      </p>
      <CommandProblem of={ask} say={(kind) => t(`problems.${kind}`)} />
    </div>
  );
}

function Owner({ environment, row, exception }: PartProps) {
  const t = useTranslations("reconciliation");
  const assign = useCommand((input: AssignInput) => assignExceptionsAction(environment, input), changesOf(environment));
  const owner = row.people.find(({ name }) => name === exception.owner)?.id ?? "";
  return (
    <div>
      <ChoiceField
        name="exception-owner"
        label={t("detail.owner")}
        options={["", ...row.people.map(({ id }) => id)]}
        text={(id) => row.people.find((one) => one.id === id)?.name ?? t("rows.unassigned")}
        value={owner}
        disabled={assign.isPending}
        onChange={(id) => assign.send({ ids: [exception.id], owner: id === "" ? null : id })}
      />
      <CommandProblem of={assign} say={(kind) => t(`detail.problems.${kind}`)} />
    </div>
  );
}

function Explain({ environment, exception, drafts }: PartProps) {
  const t = useTranslations("reconciliation");
  const { id } = exception;
  const draft = drafts.get(id);
  const [reason, setReason] = useState<ExplainInput["reason"] | "">(draft?.reason ?? exception.reason ?? "");
  const [note, setNote] = useState(draft?.note ?? exception.note ?? "");
  const explain = useCommand((input: ExplainInput) => explainExceptionAction(environment, input), {
    ...changesOf(environment),
    typed: { note },
    onDone: (_, sent) => forgetDraft(drafts, id, { reason: sent.reason, note: sent.note }),
  });
  return (
    <div className="grid gap-2">
      <ChoiceField<ExplainInput["reason"] | "">
        name="exception-reason"
        label={t("detail.reason")}
        options={["", ...REASONS]}
        text={(one) => (one === "" ? t("detail.chooseReason") : t(`reasons.${one}`))}
        value={reason}
        onChange={(chosen) => {
          setReason(chosen);
          keepDraft(drafts, id, { reason: chosen });
        }}
      />
      <TextField
        name="exception-note"
        label={t("detail.note")}
        hint={t("detail.noteHint")}
        required={false}
        problem={explain.fields.note}
        value={note}
        onChange={(typed) => {
          setNote(typed);
          keepDraft(drafts, id, { note: typed });
        }}
      />
      <Button
        className="justify-self-start"
        disabled={reason === "" || explain.isPending}
        onClick={() => reason !== "" && explain.send({ id, reason, note })}
      >
        {t("detail.explain")}
      </Button>
      <CommandProblem of={explain} say={(kind) => t(`detail.problems.${kind}`)} />
    </div>
  );
}

function Close({ environment, row, exception: { id }, drafts }: PartProps) {
  const t = useTranslations("reconciliation.detail");
  const [reason, setReason] = useState(drafts.get(id)?.closing ?? "");
  const close = useCommand((input: CloseExceptionInput) => closeExceptionAction(environment, input), {
    ...changesOf(environment),
    typed: { reason },
    onDone: (_, sent) => forgetDraft(drafts, id, { closing: sent.reason }),
  });
  const now = differenceOf(row.lastFound ?? row);
  const { refusal } = close;
  const renew = useEffectEvent(() => keepDraft(drafts, id, { about: now }));
  // The refusal is shown when the row has been fetched again: it is about what stands there then.
  useEffect(() => {
    if (refusal?.kind === "changed_since_shown") renew();
  }, [refusal]);
  return (
    <ReasonSection
      name="exception-close"
      words={{ title: t("closeTitle"), lead: t("closeLead"), reason: t("closeReason"), send: t("close") }}
      command={close}
      say={(kind) => t(`problems.${kind}`)}
      about={<FoundSince environment={environment} row={row} />}
      reason={reason}
      onReason={(typed) => {
        setReason(typed);
        keepDraft(drafts, id, { closing: typed, about: aboutOf(drafts.get(id), now) });
      }}
      onSend={() => close.send({ id, reason, seen: aboutOf(drafts.get(id), now) })}
      isDestructive
    >
      <p role="status" className="text-sm empty:hidden">
        {close.value?.kind === "confirming" && t("confirming")}
      </p>
    </ReasonSection>
  );
}

type ProposalProps = Pick<Props, "environment"> & { proposal: NonNullable<RowDetail["proposal"]>; mayDecide: boolean };

/** Closing that another person has to confirm; also on the page of approvals. */
export function Proposal({ environment, proposal, mayDecide }: ProposalProps) {
  const t = useTranslations("reconciliation.detail");
  const decide = useCommand((decision: ProposalDecision) => decideExceptionCloseAction(environment, decision), {
    ...changesOf(environment),
    refreshes: true,
  });
  return (
    <section className="grid gap-2 rounded-lg border border-warning-line bg-warning-soft p-3 text-sm">
      <p className="font-semibold text-warning">{t("proposal")}</p>
      <p>{proposal.reason}</p>
      <p className="text-xs">
        {t.rich("proposedBy", {
          by: proposal.by,
          at: () => <Timestamp at={proposal.at} style="minute" />,
          until: () => <Timestamp at={proposal.until} style="minute" />,
        })}
      </p>
      {mayDecide && (
        <DecideProposal
          environment={environment}
          proposal={proposal}
          decide={decide}
          say={(kind) => t(`problems.${kind}`)}
        />
      )}
    </section>
  );
}
