"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { usePathname } from "next/navigation";
import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import { LinkLabel } from "@/components/navigation/link-label";
import { SectionIcon } from "@/components/navigation/section-icon";
import { type Section, type SectionName, sectionAt, sectionPath } from "@/components/navigation/sections";
import { Count } from "@/components/ui/count";
import { dashboardCache } from "@/lib/dashboard/cache";
import type { DashboardView } from "@/lib/dashboard/schema";
import type { Environment } from "@/lib/environment";
import { isCut } from "@/lib/withdrawals/follow-up";

type Props = {
  environment: Environment;
  sections: Section[];
  className: string;
  iconClassName?: string;
  labelClassName?: string;
  /** Where the number of what waits there is drawn. */
  countClassName: string;
  /** Around each link, such as its tooltip. */
  wrap?: (link: ReactElement, name: SectionName) => ReactElement;
};

/** Ways into sections; the one that one is in is marked. */
export function SectionLinks({ environment, sections, className, wrap = (link) => link, ...parts }: Props) {
  const t = useTranslations("sections");
  const here = sectionAt(usePathname());
  const { data: counts } = useQuery(dashboardCache.counts(environment));
  const { iconClassName, labelClassName, countClassName } = parts;
  const isMore = (name: Counted) => name === "dashboard" && isCut(counts?.followUps ?? null);
  return sections.map(({ name, shape }) => (
    <li key={name} className="min-w-0 flex-1">
      {wrap(
        // What Next fetches ahead holds nothing of these pages: each is rendered for its reader when it is asked for.
        <Link
          prefetch={false}
          href={sectionPath(environment, name)}
          aria-current={name === here ? "page" : undefined}
          className={className}
        >
          <SectionIcon name={name} className={iconClassName} />
          <LinkLabel shape={shape} className={labelClassName}>
            {t(name)}
          </LinkLabel>
          {counts && hasCount(name) && (
            <Waiting section={name} count={counts.waiting[name]} isMore={isMore(name)} className={countClassName} />
          )}
        </Link>,
        name,
      )}
    </li>
  ));
}

type Counted = Exclude<keyof DashboardView["waiting"], "orders">;
/** Amber where action is needed; grey where it is one's own work in its own order. */
const COUNTED: Record<Counted, "watch" | "neutral"> = {
  dashboard: "watch",
  approvals: "neutral",
  batches: "watch",
  payees: "neutral",
  players: "neutral",
  "api-status": "watch",
};
const hasCount = (name: SectionName): name is Counted => Object.hasOwn(COUNTED, name);

/** More than this is "many", and three digits would not fit. */
const MOST = 99;

type WaitingProps = { section: Counted; count: number; isMore: boolean; className: string };

/** How much waits there. Nothing is drawn where nothing does. */
function Waiting({ section, count, isMore, className }: WaitingProps) {
  const t = useTranslations("shell");
  if (count === 0) return null;
  return (
    <Count tone={COUNTED[section]} className={className}>
      <span aria-hidden>{count > MOST ? `${MOST}+` : count}</span>
      <span className="sr-only">{t("waiting", { section, count, more: isMore ? "yes" : "no" })}</span>
    </Count>
  );
}
