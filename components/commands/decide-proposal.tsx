import { useTranslations } from "next-intl";
import { MarkOpened } from "@/components/approvals/mark-opened";
import { Button } from "@/components/ui/button";
import type { ProposalDecision, ProposalFacts } from "@/lib/auth/proposal";
import type { Environment } from "@/lib/environment";
import { CommandProblem } from "./command-problem";
import type { Say, Tried } from "./use-command-problem";

type Props<Refusal extends { kind: string }> = {
  environment: Environment;
  proposal: Pick<ProposalFacts, "id" | "isOwn">;
  decide: Tried<Refusal> & { send: (decision: ProposalDecision) => void; isLeaving: boolean };
  /** Another reason why the reader can only drop it, as its proposer can. */
  cannotApply?: string | false;
  say: Say<Refusal>;
};

/** The decisions on a proposal that needs a second person. */
export function DecideProposal<Refusal extends { kind: string }>(props: Props<Refusal>) {
  const { environment, proposal, decide, say } = props;
  const t = useTranslations("dualControl");
  const cannotApply = proposal.isOwn ? t("own") : props.cannotApply;
  const button = { size: "field", disabled: decide.isLeaving } as const;
  const send = (apply: boolean) => decide.send({ proposalId: proposal.id, apply });
  return (
    <>
      {cannotApply && <p className="text-muted-foreground">{cannotApply}</p>}
      <div className="flex flex-wrap gap-2">
        {!cannotApply && (
          <>
            <MarkOpened environment={environment} kind="proposal" id={proposal.id} />
            <Button variant="primary" {...button} onClick={() => send(true)}>
              {t(decide.isLeaving ? "deciding" : "apply")}
            </Button>
          </>
        )}
        <Button {...button} onClick={() => send(false)}>
          {t(proposal.isOwn ? "takeBack" : "drop")}
        </Button>
      </div>
      <CommandProblem of={decide} say={say} />
    </>
  );
}
