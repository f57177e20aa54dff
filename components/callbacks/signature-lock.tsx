"use client";

import { useTranslations } from "next-intl";
import { CommandProblem } from "@/components/commands/command-problem";
import { DecideProposal } from "@/components/commands/decide-proposal";
import { ProposalPlace } from "@/components/commands/proposal-place";
import { useCommand } from "@/components/commands/use-command";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { TitledCard } from "@/components/ui/card";
import type { ProposalDecision } from "@/lib/auth/proposal";
import { decideSignatureLockAction, proposeSignatureLockAction } from "@/lib/callbacks/actions";
import { isSigning, type SignatureLockView } from "@/lib/callbacks/signature-policy";
import { dashboardCache } from "@/lib/dashboard/cache";
import type { Environment } from "@/lib/environment";

type Props = { environment: Environment; lock: SignatureLockView; mayChange: boolean };

/** Whether unsigned callbacks are taken as hints or refused, what speaks for it, and how two admins change it. */
export function SignatureLock({ environment, lock, mayChange }: Props) {
  const t = useTranslations("callbacks.lock");
  const { isLocked, signing, proposal } = lock;
  return (
    <TitledCard title={t("title")} aside={<Badge>{t(isLocked ? "isLocked" : "isOpen")}</Badge>}>
      <div className="grid gap-2 px-4 py-3">
        <p className="max-w-prose">{t(isLocked ? "lockedText" : "openText")}</p>
        <p className="text-muted-foreground">{t("seen", { ...signing, newest: signing.newest ?? "none" })}</p>
      </div>
      <ProposalPlace of={[proposal]}>
        {proposal && <Proposal environment={environment} proposal={proposal} mayChange={mayChange} />}
        {!proposal && mayChange && <Propose environment={environment} lock={lock} />}
      </ProposalPlace>
    </TitledCard>
  );
}

function Propose({ environment, lock: { isLocked, signing } }: Omit<Props, "mayChange">) {
  const t = useTranslations("callbacks.lock");
  const problems = useTranslations("callbacks.problems");
  const propose = useCommand((locks: boolean) => proposeSignatureLockAction(environment, { locks }));
  const { isLeaving } = propose;
  const cannot = !isLocked && !isSigning(signing);
  return (
    <div className="grid gap-3 border-t border-border px-4 py-3.5">
      <p className="text-muted-foreground">{t(cannot ? "notYet" : "secondAdmin")}</p>
      <div>
        <Button size="field" disabled={cannot || isLeaving} onClick={() => propose.send(!isLocked)}>
          {isLeaving ? t("sending") : t(isLocked ? "proposeUnlock" : "proposeLock")}
        </Button>
      </div>
      <CommandProblem of={propose} say={(kind) => problems(kind)} />
    </div>
  );
}

type ProposalProps = {
  environment: Environment;
  proposal: NonNullable<SignatureLockView["proposal"]>;
  mayChange: boolean;
};

/** The change that waits for a second admin. */
function Proposal({ environment, proposal, mayChange }: ProposalProps) {
  const t = useTranslations("callbacks.lock");
  const problems = useTranslations("callbacks.problems");
  const decide = useCommand((decision: ProposalDecision) => decideSignatureLockAction(environment, decision), {
    counts: dashboardCache.counts(environment).queryKey,
  });
  return (
    <div className="grid gap-3 border-t border-border px-4 py-3.5">
      <p className="font-semibold">{t(proposal.locks ? "toLock" : "toUnlock")}</p>
      <DecideProposal {...{ environment, proposal, decide }} mayDecide={mayChange} say={(kind) => problems(kind)} />
    </div>
  );
}
