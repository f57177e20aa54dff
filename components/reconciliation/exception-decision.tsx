"use client";

import Link from "next/link";
import { useTranslations } from "next-intl";
import { Money } from "@/components/display/money";
import { Card } from "@/components/ui/card";
import type { ProposalFacts } from "@/lib/auth/proposal";
import type { Environment } from "@/lib/environment";
import type { Difference } from "@/lib/reconciliation/difference";
import type { ResultRow } from "@/lib/reconciliation/schema";
import { ClassMark } from "./class-mark";
import { Proposal } from "./work-on-exception";

type Props = {
  environment: Environment;
  proposal: ProposalFacts & { reason: string };
  exception: Pick<ResultRow, keyof Difference | "reference" | "completedOtherwise"> &
    Pick<NonNullable<ResultRow["exception"]>, "reason" | "note"> & { runId: string };
  mayDecide: boolean;
};

/** An exception that is to be closed without a match, with both sides, for the second person. */
export function ExceptionDecision({ environment, proposal, exception, mayDecide }: Props) {
  const t = useTranslations("reconciliation");
  const { class: one, reference, currency, ledgerAmount, serviceAmount, completedOtherwise } = exception;
  const { reason, note, runId } = exception;
  const inCurrency = (amount: string | null) => amount && { amount, currency };
  const sides = [
    [t("rows.ledger"), inCurrency(ledgerAmount)],
    [t("rows.service"), inCurrency(serviceAmount) ?? completedOtherwise],
  ] as const;
  return (
    <Card className="grid gap-3 p-4">
      <p className="flex items-center gap-2 font-semibold">
        <ClassMark of={one} />
        {t(`classes.${one}`)}
      </p>
      <Link
        href={`/${environment}/reconciliation/${runId}?q=${encodeURIComponent(reference)}`}
        className="w-fit font-mono text-sm break-all text-primary hover:underline"
      >
        {reference}
      </Link>
      <dl className="grid grid-cols-2 gap-2 text-sm">
        {sides.map(([name, side]) => (
          <div key={name}>
            <dt className="text-xs text-muted-foreground">{name}</dt>
            <dd className="text-lg font-semibold">{side ? <Money {...side} /> : "–"}</dd>
          </div>
        ))}
      </dl>
      {reason && (
        <p className="text-sm text-muted-foreground">
          {t(`reasons.${reason}`)}
          {note && ` · ${note}`}
        </p>
      )}
      <Proposal environment={environment} proposal={proposal} mayDecide={mayDecide} />
    </Card>
  );
}
