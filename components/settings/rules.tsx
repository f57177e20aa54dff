"use client";

import { TriangleAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import { DecideProposal } from "@/components/commands/decide-proposal";
import { useCommand } from "@/components/commands/use-command";
import { Badge } from "@/components/ui/badge";
import { TitledCard } from "@/components/ui/card";
import { HeadedTable, TableCell, TableRow } from "@/components/ui/table";
import type { ProposalDecision } from "@/lib/auth/proposal";
import { dashboardCache } from "@/lib/dashboard/cache";
import type { Environment } from "@/lib/environment";
import { decideRulesAction } from "@/lib/withdrawals/actions";
import { type ApprovalRules, changesBetween, factorChangesBetween } from "@/lib/withdrawals/approval-rules";
import type { RulesView } from "@/lib/withdrawals/schema";
import { ProposalCard } from "./proposal-card";
import { useRuleWords } from "./use-rule-words";

type Props = {
  environment: Environment;
  inForce: ApprovalRules;
  proposal: NonNullable<RulesView["proposal"]>;
  mayChange: boolean;
};

/** The change that waits for a second admin, as what it would change. */
export function RulesProposal({ environment, inForce, proposal, mayChange }: Props) {
  const t = useTranslations("rules");
  const decide = useCommand((decision: ProposalDecision) => decideRulesAction(environment, decision), {
    counts: dashboardCache.counts(environment).queryKey,
  });
  return (
    <ProposalCard
      title={t("proposal")}
      decision={
        <DecideProposal
          {...{ environment, proposal, decide }}
          mayDecide={mayChange}
          say={(kind) => t(`problems.${kind}`)}
        />
      }
    >
      <Difference before={inForce} after={proposal.rules} />
    </ProposalCard>
  );
}

function Difference({ before, after }: { before: ApprovalRules; after: ApprovalRules }) {
  const t = useTranslations("rules");
  const words = useRuleWords();
  const changes = changesBetween(before, after);
  const factors = factorChangesBetween(before, after);
  return (
    <>
      {changes.length === 0 ? (
        <p className="px-4 py-3">{t("noDifference")}</p>
      ) : (
        <HeadedTable caption={t("proposal")} heads={[t("currency"), { figure: t("amounts") }, t("before"), t("after")]}>
          {changes.map((change) => (
            <TableRow key={`${change.currency}/${change.from}`}>
              <TableCell>{change.currency}</TableCell>
              <TableCell className="figures text-right whitespace-normal">{words.range(change)}</TableCell>
              <TableCell className="whitespace-nowrap text-muted-foreground">{words.users(change.before)}</TableCell>
              <TableCell className="font-semibold">
                <span className="flex flex-wrap items-center gap-x-2">
                  <span className="whitespace-nowrap">{words.users(change.after)}</span>
                  {change.after < change.before && (
                    <Badge tone="watch" icon={TriangleAlert}>
                      {t("fewer")}
                    </Badge>
                  )}
                </span>
              </TableCell>
            </TableRow>
          ))}
        </HeadedTable>
      )}
      {factors.map(({ currency, before, after }) => (
        <p key={currency} className="px-4 py-2.5 text-sm">
          {t("factor", {
            currency,
            before: words.range({ currency, from: before, below: null }),
            after: words.range({ currency, from: after, below: null }),
          })}
        </p>
      ))}
    </>
  );
}

/** By which rules a withdrawal that is requested now must be approved. */
export function RulesInForce({ rules }: { rules: ApprovalRules }) {
  const t = useTranslations("rules");
  const words = useRuleWords();
  return (
    <TitledCard
      title={t("inForce")}
      aside={<span className="ml-auto text-xs text-subtle-foreground">{t("unruled")}</span>}
    >
      <HeadedTable caption={t("inForce")} heads={[t("currency"), { figure: t("from") }, t("approvers")]}>
        {rules.map((rule) => (
          <TableRow key={`${rule.currency}/${rule.from}`}>
            <TableCell>{rule.currency}</TableCell>
            <TableCell className="figures text-right whitespace-normal">{words.from(rule)}</TableCell>
            <TableCell>{words.users(rule.approvers)}</TableCell>
          </TableRow>
        ))}
      </HeadedTable>
    </TitledCard>
  );
}
