"use client";

import Link from "next/link";
import { useTranslations } from "next-intl";
import { Money } from "@/components/display/money";
import { Card } from "@/components/ui/card";
import { Table, TableCell, TableHead, TableRow } from "@/components/ui/table";
import type { Environment } from "@/lib/environment";
import { FINDING_GROUPS, type Finding, type FindingGroup, findingsQuery } from "@/lib/reports/findings/kinds";
import type { FindingSum, FindingsView } from "@/lib/reports/findings/schema";
import { useOutcome } from "./use-outcome";

type Props = { environment: Environment; view: FindingsView };

/** Every line of the report; a count opens the list that it counts. */
export function FindingsTable({ environment, view }: Props) {
  const t = useTranslations("findings");
  const of = new Map(view.sums.map((sum) => [sum.finding, sum]));
  return (
    <Card>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable */}
      <section aria-label={t("table")} tabIndex={0} className="overflow-x-auto -outline-offset-2">
        <Table>
          <thead>
            <TableRow>
              <TableHead>{t("finding")}</TableHead>
              <TableHead className="text-right">{t("count")}</TableHead>
              <TableHead className="text-right">{t("sum")}</TableHead>
              <TableHead>{t("outcome")}</TableHead>
            </TableRow>
          </thead>
          {(Object.keys(FINDING_GROUPS) as FindingGroup[]).map((group) => (
            <tbody key={group}>
              <TableRow className="bg-muted">
                <th scope="rowgroup" colSpan={4} className="px-4 py-1.5 text-left text-xs font-semibold">
                  {t(`groups.${group}`)}
                </th>
              </TableRow>
              {FINDING_GROUPS[group].map((finding: Finding) => (
                <Line key={finding} {...{ environment, view }} sum={of.get(finding)} finding={finding} />
              ))}
            </tbody>
          ))}
        </Table>
      </section>
    </Card>
  );
}

type LineProps = Props & { finding: Finding; sum: FindingSum | undefined };

function Line({ environment, view: { filter }, finding, sum }: LineProps) {
  const t = useTranslations("findings");
  const outcomeOf = useOutcome();
  const { count = 0, sums = [], outcomes = [] } = sum ?? {};
  const name = t(`kinds.${finding}.name`);
  return (
    <TableRow>
      <th scope="row" className="min-w-56 px-4 py-2 text-left align-top text-sm font-medium">
        {name}
        <p className="max-w-prose text-xs font-normal text-muted-foreground">{t(`kinds.${finding}.about`)}</p>
      </th>
      <TableCell className="text-right align-top">
        {count === 0 ? (
          <span className="text-subtle-foreground figures">0</span>
        ) : (
          <Link
            prefetch={false}
            href={`/${environment}/reports/findings?${findingsQuery({ ...filter, finding })}#list`}
            aria-label={t("open", { name, count })}
            className="inline-block min-h-6 leading-6 text-primary figures hover:underline"
          >
            {count.toLocaleString("en")}
          </Link>
        )}
      </TableCell>
      <TableCell className="text-right align-top whitespace-nowrap">
        {sums.map(({ currency, amount }) => (
          <div key={currency}>
            <Money amount={amount} currency={currency} />
          </div>
        ))}
      </TableCell>
      <TableCell className="align-top text-sm whitespace-nowrap">
        {outcomes.map(({ outcome, count: some }) => (
          <div key={outcome}>
            {outcomeOf(outcome)} <span className="text-muted-foreground figures">{some.toLocaleString("en")}</span>
          </div>
        ))}
      </TableCell>
    </TableRow>
  );
}
