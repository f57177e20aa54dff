import { getTranslations } from "next-intl/server";
import { ProposalPlace } from "@/components/commands/proposal-place";
import { EndedRequests } from "@/components/ended-requests/ended-requests";
import { ClientBoundary } from "@/components/messages/client-boundary";
import { DailyLimits } from "@/components/settings/daily-limits";
import { HowRulesApply } from "@/components/settings/how-rules-apply";
import { ProposeRules } from "@/components/settings/propose-rules";
import { RulesInForce, RulesProposal } from "@/components/settings/rules";
import { MayNot } from "@/components/shell/may-not";
import { PageFrame } from "@/components/shell/page-frame";
import { OnlyAdmin } from "@/components/team/only-admin";
import { may } from "@/lib/auth/permissions";
import { countDeciders, listEndedRequests } from "@/lib/dashboard/proposals";
import { viewerContext } from "@/lib/http/viewer";
import { getLimits } from "@/lib/limits/queries";
import { getRules } from "@/lib/withdrawals/queries";

type Props = PageProps<"/[environment]/settings/approval-rules">;

export default async function ApprovalRulesPage({ params }: Props) {
  const ctx = await viewerContext((await params).environment);
  const t = await getTranslations("rules");
  const settings = await getTranslations("settings");
  const { environment, actor } = ctx;
  if (!may(actor.role, "approval_rules:read")) return <MayNot title={settings("approval-rules")} why={t("mayNot")} />;
  const mayChange = may(actor.role, "approval_rules:change");
  const [{ inForce, proposal }, limits, deciders] = await Promise.all([
    getRules(ctx),
    getLimits(ctx),
    mayChange ? countDeciders(ctx, { kind: "approval_rules" }) : null,
  ]);
  const proposals = [proposal, limits.proposal].filter((open) => open !== null).length;
  const summary = t.rich("summary", {
    ...{ rules: inForce.length, limits: limits.inForce.length, proposals },
    b: (chunks) => <b>{chunks}</b>,
  });
  return (
    <PageFrame title={settings("approval-rules")} summary={summary}>
      <ClientBoundary
        messages={["rules", "limits", "dualControl", "fields", "problems", "stepUp", "common.*", "common.restored"]}
      >
        <div className="grid grid-cols-1 items-start gap-4 xl:grid-cols-[minmax(0,1fr)_19rem]">
          <div className="grid grid-cols-1 gap-4">
            {deciders !== null && <OnlyAdmin deciders={deciders} />}
            <EndedRequests
              environment={environment}
              requests={await listEndedRequests(ctx, { kinds: ["approval_rules", "daily_limits"] })}
            />
            <ProposalPlace of={[proposal]} className="gap-4">
              {proposal && (
                <RulesProposal
                  key={proposal.id}
                  environment={environment}
                  inForce={inForce}
                  proposal={proposal}
                  mayChange={mayChange}
                />
              )}
              <RulesInForce rules={inForce} />
              {mayChange && (
                <ProposeRules
                  environment={environment}
                  inForce={inForce}
                  isOpen={proposal !== null}
                  readerId={actor.id}
                />
              )}
            </ProposalPlace>
            <ProposalPlace of={[limits.proposal]} className="gap-4">
              <DailyLimits environment={environment} limits={limits} mayChange={mayChange} readerId={actor.id} />
            </ProposalPlace>
          </div>
          <HowRulesApply rules={inForce} />
        </div>
      </ClientBoundary>
    </PageFrame>
  );
}
