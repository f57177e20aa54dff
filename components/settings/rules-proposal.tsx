"use client";

import { useTranslations } from "next-intl";
import { DecideChange } from "@/components/decide-change";
import { Timestamp } from "@/components/display/timestamp";
import { Card, CardHeader, CardTitle } from "@/components/ui/card";
import { Table, TableCell, TableHead, TableRow } from "@/components/ui/table";
import type { Environment } from "@/lib/environment";
import { type ApprovalRules, changesBetween, type RuleChange } from "@/lib/withdrawals/approval-rules";
import type { RulesView } from "@/lib/withdrawals/schema";
import { RulesProblem } from "./rules-problem";
import { useDecideRules } from "./use-decide-rules";
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
  const at = () => <Timestamp at={proposal.at} style="minute" />;
  const until = () => <Timestamp at={proposal.until} style="minute" />;
  return (
    <Card>
      <CardHeader>
        <CardTitle>{t("proposal")}</CardTitle>
        <span className="ml-auto text-xs text-subtle-foreground">
          {t.rich("proposedBy", { name: proposal.by, at })}
        </span>
      </CardHeader>
      <Difference changes={changesBetween(inForce, proposal.rules)} />
      <p className="px-4 py-2.5 text-xs text-subtle-foreground">{t.rich("lapses", { at: until })}</p>
      {mayChange && <Decision environment={environment} proposal={proposal} />}
    </Card>
  );
}

function Difference({ changes }: { changes: RuleChange[] }) {
  const t = useTranslations("rules");
  const words = useRuleWords();
  if (changes.length === 0) return <p className="px-4 py-3">{t("noDifference")}</p>;
  return (
    <Table>
      <caption className="sr-only">{t("proposal")}</caption>
      <thead>
        <TableRow>
          <TableHead>{t("currency")}</TableHead>
          <TableHead className="text-right">{t("from")}</TableHead>
          <TableHead>{t("before")}</TableHead>
          <TableHead>{t("after")}</TableHead>
        </TableRow>
      </thead>
      <tbody>
        {changes.map((change) => (
          <TableRow key={`${change.currency}/${change.from}`}>
            <TableCell>{change.currency}</TableCell>
            <TableCell className="figures text-right">{words.from(change)}</TableCell>
            <TableCell className="text-muted-foreground">{words.people(change.before)}</TableCell>
            <TableCell className="font-semibold">{words.people(change.after)}</TableCell>
          </TableRow>
        ))}
      </tbody>
    </Table>
  );
}

function Decision({ environment, proposal: { id, isOwn } }: Pick<Props, "environment" | "proposal">) {
  const t = useTranslations("rules");
  const decide = useDecideRules(environment);
  const isLeaving = decide.isPending || decide.data?.ok === true;
  return (
    <div className="grid gap-3 border-t border-border px-4 py-3.5">
      {isOwn && <p className="text-muted-foreground">{t("ownProposal")}</p>}
      <DecideChange
        mayApply={!isOwn}
        isLeaving={isLeaving}
        onDecide={(apply) => decide.mutate({ proposalId: id, apply })}
      />
      <RulesProblem
        error={decide.data?.ok === false ? decide.data.error : null}
        isUnreachable={decide.isError}
        onProved={() => decide.variables && decide.mutate(decide.variables)}
      />
    </div>
  );
}
