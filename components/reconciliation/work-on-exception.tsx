"use client";

import { useTranslations } from "next-intl";
import { useEffect, useEffectEvent } from "react";
import { CommandProblem } from "@/components/commands/command-problem";
import { DecideProposal } from "@/components/commands/decide-proposal";
import { ProposalPlace } from "@/components/commands/proposal-place";
import { ReasonSection } from "@/components/commands/reason-section";
import { useCommand } from "@/components/commands/use-command";
import { ChoiceField } from "@/components/forms/choice-field";
import { TextField } from "@/components/forms/form-field";
import { keptTyped } from "@/components/forms/kept-typed";
import { RestoredInput } from "@/components/forms/restored-input";
import { isAsSent } from "@/components/forms/still-wrong";
import { useKeptTyped } from "@/components/forms/use-kept-typed";
import { Button } from "@/components/ui/button";
import type { ProposalDecision } from "@/lib/auth/proposal";
import { dashboardCache } from "@/lib/dashboard/cache";
import type { Environment } from "@/lib/environment";
import {
  askAboutExceptionAction,
  assignExceptionsAction,
  closeExceptionAction,
  decideExceptionCloseAction,
  explainExceptionAction,
} from "@/lib/reconciliation/actions";
import { reconciliationCache } from "@/lib/reconciliation/cache";
import { aboutOf, type Closing, differenceOf } from "@/lib/reconciliation/difference";
import type { AssignInput, CloseExceptionInput, ExplainInput, ResultRow, RowDetail } from "@/lib/reconciliation/schema";
import { REASONS } from "@/lib/reconciliation/state";
import { FoundSince } from "./found-since";

type Exception = NonNullable<ResultRow["exception"]>;
type Props = {
  environment: Environment;
  row: RowDetail;
  exception: Exception;
  mayChange: boolean;
  readerId: string;
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
      <ProposalPlace of={[row.proposal]} className="gap-4">
        {row.proposal ? (
          <>
            <FoundSince {...props} />
            <Proposal {...props} proposal={row.proposal} mayDecide />
          </>
        ) : (
          <Close {...props} />
        )}
      </ProposalPlace>
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
        label={t("rows.owner")}
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

/** What was typed alone: what another user has saved meanwhile stands in the other field. */
type Explained = { reason?: ExplainInput["reason"] | ""; note?: string };
const EXPLAINED = keptTyped<Explained>();

function Explain({ environment, exception, readerId }: PartProps) {
  const t = useTranslations("reconciliation");
  const { id } = exception;
  const form = useKeptTyped<Explained>(EXPLAINED, { author: readerId, about: id }, () => ({}));
  const { reason = exception.reason ?? "", note = exception.note ?? "" } = form.typed;
  const explain = useCommand((input: ExplainInput) => explainExceptionAction(environment, input), {
    ...changesOf(environment),
    typed: { note },
    onDone: (_, sent) => isAsSent(sent, { reason, note }) && form.forget({ reason, note }),
  });
  return (
    <div className="grid gap-2">
      <RestoredInput of="common.restored" isShown={form.isRestored} onDiscard={form.restart} />
      <ChoiceField<ExplainInput["reason"] | "">
        name="exception-reason"
        label={t("rows.reason")}
        options={["", ...REASONS]}
        text={(one) => (one === "" ? t("detail.chooseReason") : t(`reasons.${one}`))}
        value={reason}
        onChange={(chosen) => form.setTyped({ ...form.typed, reason: chosen })}
      />
      <TextField
        name="exception-note"
        label={t("detail.note")}
        hint={t("detail.noteHint")}
        required={false}
        problem={explain.fields.note}
        value={note}
        onChange={(typed) => form.setTyped({ ...form.typed, note: typed })}
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

const CLOSED = keptTyped<Closing>();

function Close({ environment, row, exception: { id }, readerId }: PartProps) {
  const t = useTranslations("reconciliation.detail");
  const now = differenceOf(row.lastFound ?? row);
  const form = useKeptTyped(CLOSED, { author: readerId, about: id }, () => ({ reason: "", seen: now }));
  const { reason } = form.typed;
  const seen = aboutOf(form.typed, now);
  const close = useCommand((input: CloseExceptionInput) => closeExceptionAction(environment, input), {
    ...changesOf(environment),
    typed: { reason },
    onDone: (_, sent) => isAsSent(sent, { reason }) && form.restart(),
  });
  const { refusal } = close;
  const renew = useEffectEvent(() => form.setTyped({ reason, seen: now }));
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
      onReason={(typed) => form.setTyped({ reason: typed, seen })}
      onSend={() => close.send({ id, reason, seen })}
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
    counts: dashboardCache.counts(environment).queryKey,
    refreshes: true,
  });
  return (
    <section className="grid gap-2 rounded-lg border border-warning-line bg-warning-soft p-3 text-sm">
      <p className="font-semibold text-warning">{t("proposal")}</p>
      <p>{proposal.reason}</p>
      <DecideProposal
        {...{ environment, proposal, decide, mayDecide }}
        apply={t("close")}
        say={(kind) => t(`problems.${kind}`)}
      />
    </section>
  );
}
