"use client";

import { useTranslations } from "next-intl";
import { DecideChange } from "@/components/decide-change";
import { Timestamp } from "@/components/display/timestamp";
import { Card, CardHeader, CardTitle } from "@/components/ui/card";
import { Table, TableCell, TableHead, TableRow } from "@/components/ui/table";
import type { Environment } from "@/lib/environment";
import { type DailyLimit, limitOf } from "@/lib/limits/rules";
import type { LimitsView } from "@/lib/limits/schema";
import { formatAmount } from "@/lib/money/format";
import { ProposeLimits } from "./propose-limits";
import { RulesProblem } from "./rules-problem";
import type { TypedLimits } from "./use-daily-limits";
import { useDecideLimits } from "./use-daily-limits";

export type LimitCurrencies = readonly TypedLimits[number]["currency"][];
type Props = { environment: Environment; limits: LimitsView; currencies: LimitCurrencies; mayChange: boolean };

/** What may be sent within 24 hours, and the change that waits for a second admin. */
export function DailyLimits({ environment, limits: { inForce, proposal }, currencies, mayChange }: Props) {
  const t = useTranslations("limits");
  return (
    <>
      {proposal && (
        <Proposal key={proposal.id} environment={environment} {...{ inForce, proposal, currencies, mayChange }} />
      )}
      <Card>
        <CardHeader>
          <CardTitle>{t("title")}</CardTitle>
          <span className="ml-auto text-xs text-subtle-foreground">{t("scope")}</span>
        </CardHeader>
        <Table>
          <caption className="sr-only">{t("title")}</caption>
          <thead>
            <TableRow>
              <TableHead>{t("currency")}</TableHead>
              <TableHead className="text-right">{t("amount")}</TableHead>
            </TableRow>
          </thead>
          <tbody>
            {currencies.map((currency) => (
              <TableRow key={currency}>
                <TableCell>{currency}</TableCell>
                <TableCell className="figures text-right">
                  <Limit limits={inForce} currency={currency} />
                </TableCell>
              </TableRow>
            ))}
          </tbody>
        </Table>
        <p className="px-4 py-2.5 text-xs text-subtle-foreground">{t("lead")}</p>
      </Card>
      {mayChange && (
        <ProposeLimits
          key={JSON.stringify(inForce)}
          environment={environment}
          currencies={currencies}
          inForce={inForce}
          isOpen={proposal !== null}
        />
      )}
    </>
  );
}

function Limit({ limits, currency }: { limits: DailyLimit[]; currency: string }) {
  const t = useTranslations("limits");
  const amount = limitOf(limits, currency);
  return amount === null ? t("none") : formatAmount(amount, currency);
}

type ProposalProps = Omit<Props, "limits"> & {
  inForce: DailyLimit[];
  proposal: NonNullable<LimitsView["proposal"]>;
};

function Proposal({ environment, inForce, proposal, currencies, mayChange }: ProposalProps) {
  const t = useTranslations("limits");
  const rules = useTranslations("rules");
  const at = () => <Timestamp at={proposal.at} style="minute" />;
  const until = () => <Timestamp at={proposal.until} style="minute" />;
  return (
    <Card>
      <CardHeader>
        <CardTitle>{t("proposal")}</CardTitle>
        <span className="ml-auto text-xs text-subtle-foreground">
          {rules.rich("proposedBy", { name: proposal.by, at })}
        </span>
      </CardHeader>
      <Table>
        <caption className="sr-only">{t("proposal")}</caption>
        <thead>
          <TableRow>
            <TableHead>{t("currency")}</TableHead>
            <TableHead className="text-right">{t("now")}</TableHead>
            <TableHead className="text-right">{t("then")}</TableHead>
          </TableRow>
        </thead>
        <tbody>
          {currencies.map((currency) => (
            <TableRow key={currency}>
              <TableCell>{currency}</TableCell>
              <TableCell className="figures text-right text-muted-foreground">
                <Limit limits={inForce} currency={currency} />
              </TableCell>
              <TableCell className="figures text-right font-semibold">
                <Limit limits={proposal.limits} currency={currency} />
              </TableCell>
            </TableRow>
          ))}
        </tbody>
      </Table>
      <p className="px-4 py-2.5 text-xs text-subtle-foreground">{rules.rich("lapses", { at: until })}</p>
      {mayChange && <Decision environment={environment} proposal={proposal} />}
    </Card>
  );
}

function Decision({ environment, proposal: { id, isOwn } }: Pick<ProposalProps, "environment" | "proposal">) {
  const t = useTranslations("rules");
  const decide = useDecideLimits(environment);
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
