"use client";

import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { CommandProblem } from "@/components/commands/command-problem";
import { DecideProposal } from "@/components/commands/decide-proposal";
import { useCommand } from "@/components/commands/use-command";
import { LimitFields, limitsIn, typedLimits } from "@/components/settings/limit-fields";
import { ProposalCard } from "@/components/settings/proposal-card";
import { Button } from "@/components/ui/button";
import { Disclosure } from "@/components/ui/disclosure";
import { decideUnattendedAction, proposeUnattendedAction } from "@/lib/api-keys/actions";
import type { ApiKeyView } from "@/lib/api-keys/schema";
import type { ProposalDecision } from "@/lib/auth/proposal";
import { dashboardCache } from "@/lib/dashboard/cache";
import type { Environment } from "@/lib/environment";
import type { DailyLimit } from "@/lib/limits/rules";
import { formatAmount } from "@/lib/money/format";

type Props = { environment: Environment; apiKey: ApiKeyView };

const inWords = (limits: DailyLimit[]) =>
  limits.map(({ currency, amount }) => formatAmount(amount, currency)).join(" · ");

/** What a key may send in production without a person besides the approval rules: two admins agree on it. */
export function Unattended({ environment, apiKey }: Props) {
  const t = useTranslations("apiKeys");
  const { keyId, name, unattended, proposal } = apiKey;
  const [typed, setTyped] = useState(() => typedLimits(unattended));
  const limits = limitsIn(typed);
  const propose = useCommand(
    (input: { limits: typeof limits }) => proposeUnattendedAction(environment, { keyId, ...input }),
    {
      typed: { limits },
    },
  );
  if (proposal) return <UnattendedProposal {...{ environment, apiKey, proposal }} />;
  return (
    <Disclosure summary={t("unattended.title")}>
      <div className="grid gap-3 py-2 text-sm">
        <p className="max-w-prose text-muted-foreground">{t("unattended.lead")}</p>
        <p>{unattended.length === 0 ? t("unattended.none") : t("unattended.now", { limits: inWords(unattended) })}</p>
        <LimitFields of={`unattended-${keyId}`} typed={typed} problems={propose.fields} onChange={setTyped} />
        <Button
          size="field"
          className="justify-self-start"
          disabled={propose.isPending}
          aria-label={t("unattended.proposeWhich", { name })}
          onClick={() => propose.send({ limits })}
        >
          {t(propose.isPending ? "unattended.proposing" : "unattended.propose")}
        </Button>
        <CommandProblem of={propose} say={(problem) => t(`problems.${problem}`)} />
      </div>
    </Disclosure>
  );
}

type ProposalProps = Props & {
  proposal: NonNullable<ApiKeyView["proposal"]>;
  /** What the key may do, where its own line does not stand above. */
  children?: ReactNode;
};

/** The change that waits for a second admin. */
export function UnattendedProposal({ environment, apiKey: { name, unattended }, proposal, children }: ProposalProps) {
  const t = useTranslations("apiKeys");
  const decide = useCommand((decision: ProposalDecision) => decideUnattendedAction(environment, decision), {
    counts: dashboardCache.counts(environment).queryKey,
  });
  const nothing = t("unattended.nothing");
  return (
    <ProposalCard
      title={t("unattended.proposal", { name })}
      decision={<DecideProposal {...{ environment, proposal, decide }} say={(problem) => t(`problems.${problem}`)} />}
    >
      <div className="grid gap-2 px-4 py-2.5">
        <p className="figures">
          {t.rich("unattended.change", {
            ...{ before: inWords(unattended) || nothing, after: inWords(proposal.limits) || nothing },
            b: (chunks) => <b>{chunks}</b>,
          })}
        </p>
        <p className="max-w-prose text-sm text-muted-foreground">{t("unattended.lead")}</p>
        {children}
      </div>
    </ProposalCard>
  );
}
