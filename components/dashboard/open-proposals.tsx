"use client";

import Link from "next/link";
import { useTranslations } from "next-intl";
import { Timestamp } from "@/components/display/timestamp";
import { Badge } from "@/components/ui/badge";
import { buttonVariants } from "@/components/ui/button";
import { Card, CardHeader, CardTitle } from "@/components/ui/card";
import type { ProposalKind } from "@/lib/dashboard/schema";
import { type DashboardFigures, useDashboard } from "./use-dashboard";

/** Where a proposal of each kind is decided. */
const DECIDED_AT = {
  rules: "settings/approval-rules",
  limits: "settings/approval-rules",
  lock: "settings/callbacks",
  resume: "settings/freezes",
  person: "settings/team",
  day: "closing",
} as const satisfies Record<ProposalKind, string>;

/** Proposals of others that this user may decide. Hidden if there are none. */
export function OpenProposals(props: DashboardFigures) {
  const t = useTranslations("today.proposals");
  const { environment } = props;
  const { proposals } = useDashboard(props);
  if (proposals.length === 0) return null;
  return (
    <Card className="mt-4">
      <CardHeader>
        <CardTitle>{t("title")}</CardTitle>
        <Badge tone="watch">{proposals.length}</Badge>
      </CardHeader>
      <ul aria-label={t("title")}>
        {proposals.map(({ kind, id, by, until, day }) => (
          <li
            key={id}
            className="flex flex-wrap items-center justify-between gap-3 border-b border-border px-4 py-2.5 last:border-b-0"
          >
            <span className="grid min-w-0 gap-0.5">
              <span className="font-semibold">
                {t(`kinds.${kind}`)} {day?.replaceAll("-", "/")}
              </span>
              <span className="text-muted-foreground">
                {t.rich("by", { by, until: () => <Timestamp at={until} style="minute" /> })}
              </span>
            </span>
            <Link
              prefetch={false}
              href={day ? `/${environment}/closing/${day}` : `/${environment}/${DECIDED_AT[kind]}`}
              className={buttonVariants({ size: "small" })}
            >
              {t("open")}
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  );
}
