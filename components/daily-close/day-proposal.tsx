"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { DecideChange } from "@/components/decide-change";
import { Money } from "@/components/display/money";
import { Timestamp } from "@/components/display/timestamp";
import { ProblemAlert } from "@/components/feedback/problem-alert";
import { isAtTheDoor, useProblemWords } from "@/components/forms/use-problem-words";
import { Card } from "@/components/ui/card";
import { decideDayChangeAction } from "@/lib/daily-close/actions";
import type { DayProposal as Proposal } from "@/lib/daily-close/schema";
import { dashboardCache } from "@/lib/dashboard/cache";
import type { Environment } from "@/lib/environment";

type Props = { environment: Environment; proposal: Proposal; mayDecide: boolean };

/** A proposal about the day, with the decisions that another user can take. */
export function DayProposal({ environment, proposal, mayDecide }: Props) {
  const t = useTranslations("closing");
  const problemWords = useProblemWords();
  const router = useRouter();
  const client = useQueryClient();
  const decide = useMutation({
    mutationFn: (apply: boolean) => decideDayChangeAction(environment, { proposalId: proposal.id, apply }),
    onSettled: () => {
      router.refresh();
      return client.invalidateQueries({ queryKey: dashboardCache.counts(environment).queryKey });
    },
  });
  const error = decide.data?.ok === false ? decide.data.error : null;
  const { change, by, at, until, reason, differences, isOwn } = proposal;
  return (
    <Card className="grid gap-2 border-l-3 border-l-warning p-4 print:hidden">
      <p className="font-semibold text-warning">{t(`proposals.${change}`)}</p>
      <p>{t("reasonGiven", { reason })}</p>
      {differences.length > 0 && (
        <p className="flex flex-wrap gap-x-3">
          {t("figures.difference")}
          {differences.map(({ currency, difference }) => (
            <Money key={currency} amount={difference} currency={currency} className="font-semibold text-destructive" />
          ))}
        </p>
      )}
      <p className="text-[13px] text-muted-foreground">
        {t.rich("proposedBy", {
          by,
          at: () => <Timestamp at={at} style="minute" />,
          until: () => <Timestamp at={until} style="minute" />,
        })}
      </p>
      {mayDecide && isOwn && <p className="text-[13px] text-muted-foreground">{t("ownProposal")}</p>}
      {mayDecide && (
        <DecideChange
          mayApply={!isOwn}
          isLeaving={decide.isPending || decide.data?.ok === true}
          onDecide={(apply) => decide.mutate(apply)}
        />
      )}
      <ProblemAlert>
        {decide.isError && t("problems.unreachable")}
        {error && (isAtTheDoor(error) ? problemWords(error) : t(`problems.${error.kind}`))}
      </ProblemAlert>
    </Card>
  );
}
