"use client";

import { useTranslations } from "next-intl";
import { DecideChange } from "@/components/decide-change";
import { Timestamp } from "@/components/display/timestamp";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Card, CardHeader, CardTitle } from "@/components/ui/card";
import { isSigning, type SignatureLockView } from "@/lib/callbacks/signature-policy";
import type { Environment } from "@/lib/environment";
import { ChangeProblem } from "./change-problem";
import { useDecideLock, useProposeLock } from "./use-callback-changes";

type Props = { environment: Environment; lock: SignatureLockView; mayChange: boolean };

/** Whether unsigned callbacks are taken as hints or refused, what speaks for it, and how two admins change it. */
export function SignatureLock({ environment, lock, mayChange }: Props) {
  const t = useTranslations("callbacks.lock");
  const { isLocked, signing, proposal } = lock;
  return (
    <Card>
      <CardHeader>
        <CardTitle>{t("title")}</CardTitle>
        <Badge>{t(isLocked ? "isLocked" : "isOpen")}</Badge>
      </CardHeader>
      <div className="grid gap-2 px-4 py-3">
        <p className="max-w-prose">{t(isLocked ? "lockedText" : "openText")}</p>
        <p className="text-muted-foreground">{t("seen", { ...signing, newest: signing.newest ?? "none" })}</p>
      </div>
      {proposal && <Proposal environment={environment} proposal={proposal} mayChange={mayChange} />}
      {!proposal && mayChange && <Propose environment={environment} lock={lock} />}
    </Card>
  );
}

function Propose({ environment, lock: { isLocked, signing } }: Omit<Props, "mayChange">) {
  const t = useTranslations("callbacks.lock");
  const propose = useProposeLock(environment);
  const isLeaving = propose.isPending || propose.data?.ok === true;
  const cannot = !isLocked && !isSigning(signing);
  return (
    <div className="grid gap-3 border-t border-border px-4 py-3.5">
      <p className="text-muted-foreground">{t(cannot ? "notYet" : "secondAdmin")}</p>
      <div>
        <Button
          size="field"
          focusableWhenDisabled
          disabled={cannot || isLeaving}
          onClick={() => propose.mutate({ locks: !isLocked })}
        >
          {isLeaving ? t("sending") : t(isLocked ? "proposeUnlock" : "proposeLock")}
        </Button>
      </div>
      <ChangeProblem of={propose} />
    </div>
  );
}

type ProposalProps = {
  environment: Environment;
  proposal: NonNullable<SignatureLockView["proposal"]>;
  mayChange: boolean;
};

/** The change that waits for a second admin. */
function Proposal({ environment, proposal: { id, locks, by, at: since, until, isOwn }, mayChange }: ProposalProps) {
  const t = useTranslations("callbacks.lock");
  const decide = useDecideLock(environment);
  const isLeaving = decide.isPending || decide.data?.ok === true;
  const at = () => <Timestamp at={since} style="minute" />;
  return (
    <div className="grid gap-3 border-t border-border px-4 py-3.5">
      <p>
        <strong className="font-semibold">{t(locks ? "toLock" : "toUnlock")}</strong>{" "}
        <span className="text-muted-foreground">{t.rich("proposedBy", { name: by, at })}</span>
      </p>
      <p className="text-xs text-subtle-foreground">
        {t.rich("lapses", { at: () => <Timestamp at={until} style="minute" /> })}
      </p>
      {isOwn && mayChange && <p className="text-muted-foreground">{t("own")}</p>}
      {mayChange && (
        <DecideChange
          mayApply={!isOwn}
          isLeaving={isLeaving}
          onDecide={(apply) => decide.mutate({ proposalId: id, apply })}
        />
      )}
      <ChangeProblem of={decide} />
    </div>
  );
}
