"use client";

import Link from "next/link";
import { useTranslations } from "next-intl";
import { DecideProposal } from "@/components/commands/decide-proposal";
import { useCommand } from "@/components/commands/use-command";
import { Day } from "@/components/display/day";
import { Money } from "@/components/display/money";
import { Card } from "@/components/ui/card";
import type { ProposalDecision } from "@/lib/auth/proposal";
import { decideDayChangeAction } from "@/lib/daily-close/actions";
import type { DayProposal as Proposal } from "@/lib/daily-close/schema";
import { dashboardCache } from "@/lib/dashboard/cache";
import type { Environment } from "@/lib/environment";

type Props = {
  environment: Environment;
  proposal: Proposal;
  mayDecide: boolean;
  /** Where the day's own page is elsewhere. */
  day?: string;
};

/** A proposal about the day, with the decisions that another user can take. */
export function DayProposal({ environment, proposal, mayDecide, day }: Props) {
  const t = useTranslations("dailyClose");
  const decide = useCommand((decision: ProposalDecision) => decideDayChangeAction(environment, decision), {
    changes: dashboardCache.counts(environment).queryKey,
    refreshes: true,
  });
  const { change, reason, differences } = proposal;
  return (
    <Card className="grid gap-2 border-l-3 border-l-warning p-4 text-sm print:hidden">
      <p className="font-semibold text-warning">{t(`proposals.${change}`)}</p>
      {day !== undefined && (
        <Link href={`/${environment}/daily-close/${day}`} className="w-fit font-semibold text-primary hover:underline">
          <Day day={day} />
        </Link>
      )}
      <p>{t("reasonGiven", { reason })}</p>
      {differences.length > 0 && (
        <p className="flex flex-wrap gap-x-3">
          {t("figures.difference")}
          {differences.map(({ currency, difference }) => (
            <Money key={currency} amount={difference} currency={currency} className="font-semibold text-destructive" />
          ))}
        </p>
      )}
      <DecideProposal
        {...{ environment, proposal, decide, mayDecide }}
        apply={t(`apply.${change}`)}
        say={(kind) => t(`problems.${kind}`)}
      />
    </Card>
  );
}
