"use client";

import { useTranslations } from "next-intl";
import { DecideProposal } from "@/components/commands/decide-proposal";
import { useCommand } from "@/components/commands/use-command";
import { TitledCard } from "@/components/ui/card";
import { HeadedTable, TableCell, TableRow } from "@/components/ui/table";
import type { ProposalDecision } from "@/lib/auth/proposal";
import { cn } from "@/lib/cn";
import { dashboardCache } from "@/lib/dashboard/cache";
import type { Environment } from "@/lib/environment";
import { decideLimitsAction } from "@/lib/limits/actions";
import { type DailyLimit, limitOf } from "@/lib/limits/rules";
import type { LimitsView } from "@/lib/limits/schema";
import { WITHDRAWAL_CURRENCIES } from "@/lib/money/currencies";
import { formatAmount } from "@/lib/money/format";
import { ProposalCard } from "./proposal-card";
import { ProposeLimits } from "./propose-limits";

type Props = { environment: Environment; limits: LimitsView; mayChange: boolean; readerId: string };

/** What may be sent within 24 hours, and the change that waits for a second admin. */
export function DailyLimits({ environment, limits: { inForce, proposal }, mayChange, readerId }: Props) {
  const t = useTranslations("limits");
  return (
    <>
      {proposal && <LimitsProposal key={proposal.id} environment={environment} {...{ inForce, proposal, mayChange }} />}
      <TitledCard
        title={t("title")}
        aside={<span className="ml-auto text-xs text-subtle-foreground">{t("scope")}</span>}
      >
        <HeadedTable caption={t("title")} heads={[t("currency"), { figure: t("amount") }]}>
          {WITHDRAWAL_CURRENCIES.map((currency) => (
            <TableRow key={currency}>
              <TableCell>{currency}</TableCell>
              <TableCell className="figures text-right">
                <Limit limits={inForce} currency={currency} />
              </TableCell>
            </TableRow>
          ))}
        </HeadedTable>
        <p className="px-4 py-2.5 text-xs text-subtle-foreground">{t("lead")}</p>
      </TitledCard>
      {mayChange && (
        <ProposeLimits environment={environment} inForce={inForce} isOpen={proposal !== null} readerId={readerId} />
      )}
    </>
  );
}

function Limit({ limits, currency }: { limits: DailyLimit[]; currency: string }) {
  const t = useTranslations("limits");
  const amount = limitOf(limits, currency);
  return amount === null ? t("none") : formatAmount(amount, currency);
}

type ProposalProps = Omit<Props, "limits" | "readerId"> & {
  inForce: DailyLimit[];
  proposal: NonNullable<LimitsView["proposal"]>;
};

/** The change that waits for a second admin, as what it would change. */
export function LimitsProposal({ environment, inForce, proposal, mayChange }: ProposalProps) {
  const t = useTranslations("limits");
  const problems = useTranslations("rules.problems");
  const decide = useCommand((decision: ProposalDecision) => decideLimitsAction(environment, decision), {
    counts: dashboardCache.counts(environment).queryKey,
  });
  const isChanged = (currency: string) => limitOf(inForce, currency) !== limitOf(proposal.limits, currency);
  return (
    <ProposalCard
      title={t("proposal")}
      decision={
        <DecideProposal {...{ environment, proposal, decide }} mayDecide={mayChange} say={(kind) => problems(kind)} />
      }
    >
      <HeadedTable caption={t("proposal")} heads={[t("currency"), { figure: t("now") }, { figure: t("then") }]}>
        {WITHDRAWAL_CURRENCIES.map((currency) => (
          <TableRow key={currency}>
            <TableCell>{currency}</TableCell>
            <TableCell className="figures text-right text-muted-foreground">
              <Limit limits={inForce} currency={currency} />
            </TableCell>
            <TableCell className={cn("figures text-right", isChanged(currency) && "font-semibold")}>
              <Limit limits={proposal.limits} currency={currency} />
            </TableCell>
          </TableRow>
        ))}
      </HeadedTable>
    </ProposalCard>
  );
}
