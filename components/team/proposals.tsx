"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { DecideChange } from "@/components/decide-change";
import { Timestamp } from "@/components/display/timestamp";
import { Alert } from "@/components/ui/alert";
import { Card, CardHeader, CardTitle } from "@/components/ui/card";
import type { Environment } from "@/lib/environment";
import { decideChangeAction } from "@/lib/team/actions";
import type { ShownLink as Link, ProposalView } from "@/lib/team/schema";
import { ShownLink } from "./shown-link";
import { TeamProblem } from "./team-problem";
import { useChange } from "./use-change";

type Props = { environment: Environment; proposals: ProposalView[] };

/** What waits for a second admin. A link that comes of it stays, though what it came of is gone from the list. */
export function Proposals({ environment, proposals }: Props) {
  const t = useTranslations("team.proposals");
  const [link, setLink] = useState<Link | null>(null);
  const [isDone, setDone] = useState(false);
  if (proposals.length === 0 && !link && !isDone) return null;
  return (
    <Card>
      <CardHeader>
        <CardTitle>{t("title")}</CardTitle>
      </CardHeader>
      <div className="p-4 empty:hidden" role="status">
        {isDone && <Alert>{t("applied")}</Alert>}
      </div>
      {link && (
        <div className="px-4 pb-4">
          <ShownLink link={link} onKept={() => setLink(null)} />
        </div>
      )}
      <ul>
        {proposals.map((proposal) => (
          <Proposal
            key={proposal.id}
            environment={environment}
            proposal={proposal}
            onApplied={(made) => {
              setLink(made);
              setDone(made === null);
            }}
          />
        ))}
      </ul>
    </Card>
  );
}

type OneProps = { environment: Environment; proposal: ProposalView; onApplied: (link: Link | null) => void };

function Proposal({ environment, proposal, onApplied }: OneProps) {
  const t = useTranslations("team.proposals");
  const { id, by, at, until, isOwn, isAboutOneself } = proposal;
  const decide = useChange(async (apply: boolean) => {
    const decided = await decideChangeAction(environment, { proposalId: id, apply });
    if (decided.ok && decided.value.kind === "done") onApplied(decided.value.link);
    return decided;
  });
  const isLeaving = decide.isPending || decide.outcome !== null;
  return (
    <li className="grid gap-2 border-b border-border px-4 py-3 last:border-b-0">
      <p className="font-medium break-words">{useChangeWords(proposal)}</p>
      <p className="text-xs text-subtle-foreground">
        {t.rich("by", { name: by, at: () => <Timestamp at={at} style="minute" /> })}
        <br />
        {t.rich("until", { at: () => <Timestamp at={until} style="minute" /> })}
      </p>
      {(isOwn || isAboutOneself) && <p className="text-muted-foreground">{t(isOwn ? "own" : "aboutOneself")}</p>}
      <DecideChange mayApply={!isOwn && !isAboutOneself} isLeaving={isLeaving} onDecide={decide.send} />
      <TeamProblem change={decide} />
    </li>
  );
}

function useChangeWords({ change, about, role, roleNow }: ProposalView): string {
  const t = useTranslations("team.proposals");
  const roles = useTranslations("roles");
  const named = (one: typeof role) => (one === null ? "" : roles(one));
  return t("what", { change, about, role: named(role), roleNow: named(roleNow) });
}
