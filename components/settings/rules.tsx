"use client";

import { useTranslations } from "next-intl";
import { DecideProposal } from "@/components/commands/decide-proposal";
import { useCommand } from "@/components/commands/use-command";
import { TitledCard } from "@/components/ui/card";
import { HeadedTable, TableCell, TableRow } from "@/components/ui/table";
import type { ProposalDecision } from "@/lib/auth/proposal";
import type { Environment } from "@/lib/environment";
import { decideRulesAction } from "@/lib/withdrawals/actions";
import { type ApprovalRules, changesBetween, type RuleChange } from "@/lib/withdrawals/approval-rules";
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
  const decide = useCommand((decision: ProposalDecision) => decideRulesAction(environment, decision));
  return (
    <ProposalCard
      title={t("proposal")}
      proposal={proposal}
      decision={
        mayChange && <DecideProposal proposal={proposal} decide={decide} say={(kind) => t(`problems.${kind}`)} />
      }
    >
      <Difference changes={changesBetween(inForce, proposal.rules)} />
    </ProposalCard>
  );
}

function Difference({ changes }: { changes: RuleChange[] }) {
  const t = useTranslations("rules");
  const words = useRuleWords();
  if (changes.length === 0) return <p className="px-4 py-3">{t("noDifference")}</p>;
  return (
    <HeadedTable caption={t("proposal")} heads={[t("currency"), { figure: t("from") }, t("before"), t("after")]}>
      {changes.map((change) => (
        <TableRow key={`${change.currency}/${change.from}`}>
          <TableCell>{change.currency}</TableCell>
          <TableCell className="figures text-right whitespace-normal">{words.from(change)}</TableCell>
          <TableCell className="text-muted-foreground">{words.users(change.before)}</TableCell>
          <TableCell className="font-semibold">{words.users(change.after)}</TableCell>
        </TableRow>
      ))}
    </HeadedTable>
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
