"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { DecideProposal } from "@/components/commands/decide-proposal";
import { Alert } from "@/components/ui/alert";
import { TitledCard } from "@/components/ui/card";
import { Count } from "@/components/ui/count";
import type { ProposalDecision } from "@/lib/auth/proposal";
import { dashboardCache } from "@/lib/dashboard/cache";
import type { Environment } from "@/lib/environment";
import { decideChangeAction } from "@/lib/team/actions";
import type { ProposalView, ShownLink } from "@/lib/team/schema";
import { ShownLinks } from "./shown-links";
import { useChange } from "./use-change";
import { useChangeWords } from "./use-change-words";
import { withLink } from "./with-link";

type Props = {
  environment: Environment;
  proposals: ProposalView[];
  /** What became of one stands below. */
  isSaidBelow?: boolean;
};

/** What waits for a second admin. A link that comes of it stays when its proposal has left the list. */
export function Proposals({ environment, proposals, isSaidBelow = false }: Props) {
  const t = useTranslations("team.proposals");
  const [links, setLinks] = useState<ShownLink[]>([]);
  const [isDone, setDone] = useState(false);
  if (proposals.length === 0 && links.length === 0 && !isDone) return null;
  return (
    <TitledCard
      title={t(proposals.length > 0 ? "title" : links.length > 0 ? "linkTitle" : "doneTitle")}
      aside={proposals.length > 0 && <Count tone="watch">{proposals.length}</Count>}
    >
      <div className="p-4 empty:hidden" role="status">
        {isDone && <Alert>{t("applied")}</Alert>}
      </div>
      <div className="grid gap-4 p-4 empty:hidden">
        <ShownLinks links={links} onKept={(kept) => setLinks((shown) => shown.filter((link) => link !== kept))} />
      </div>
      <ul>
        {proposals.map((proposal) => (
          <Proposal
            key={proposal.id}
            environment={environment}
            proposal={proposal}
            onApplied={(made) => {
              setLinks((shown) => withLink(shown, made));
              setDone(made === null && !isSaidBelow);
            }}
          />
        ))}
      </ul>
    </TitledCard>
  );
}

type OneProps = { environment: Environment; proposal: ProposalView; onApplied: (link: ShownLink | null) => void };

function Proposal({ environment, proposal, onApplied }: OneProps) {
  const t = useTranslations("team.proposals");
  const problems = useTranslations("team.problems");
  const decide = useChange(
    async (decision: ProposalDecision) => {
      const decided = await decideChangeAction(environment, decision);
      if (decided.ok && decided.value.kind === "done") onApplied(decided.value.link);
      return decided;
    },
    { counts: dashboardCache.counts(environment).queryKey },
  );
  return (
    <li className="grid gap-2 border-b border-border px-4 py-3 last:border-b-0">
      <p className="font-medium break-words">{useChangeWords()(proposal)}</p>
      <DecideProposal
        {...{ environment, proposal, decide }}
        apply={t(`apply.${proposal.change}`)}
        cannotApply={proposal.isAboutOneself && t("aboutOneself")}
        say={(kind) => problems(kind)}
      />
    </li>
  );
}

/** On the user's own page, where it cannot be decided. */
export function WaitingChange({ proposal }: { proposal: ProposalView }) {
  const t = useTranslations("team.user");
  return <Alert tone="watch">{t("waitingFor", { what: useChangeWords()(proposal) })}</Alert>;
}
