"use client";

import { useQuery } from "@tanstack/react-query";
import Link, { useLinkStatus } from "next/link";
import { usePathname } from "next/navigation";
import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import { SectionIcon } from "@/components/navigation/section-icon";
import { type Section, type SectionName, sectionAt } from "@/components/navigation/sections";
import { Count } from "@/components/ui/count";
import { cn } from "@/lib/cn";
import { dashboardCache } from "@/lib/dashboard/cache";
import type { DashboardView } from "@/lib/dashboard/schema";
import type { Environment } from "@/lib/environment";

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
  return sections.map(({ name, address }) => (
    <li key={name} className="min-w-0 flex-1">
      {wrap(
        <Link href={address(environment)} aria-current={name === here ? "page" : undefined} className={className}>
          <SectionIcon name={name} className={iconClassName} />
          <Label className={labelClassName}>{t(name)}</Label>
          {counts && hasCount(name) && (
            <Waiting section={name} count={counts.waiting[name]} className={countClassName} />
          )}
        </Link>,
        name,
      )}
    </li>
  ));
}

/** Marked from the press until its page is there: the page before stays visible meanwhile. */
function Label({ className, children }: { className?: string | undefined; children: string }) {
  const { pending } = useLinkStatus();
  return (
    <span
      data-pending={pending || undefined}
      className={cn("truncate decoration-dotted underline-offset-4 data-pending:underline", className)}
    >
      {children}
    </span>
  );
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

/** How much waits there. Nothing is drawn where nothing does. */
function Waiting({ section, count, className }: { section: Counted; count: number; className: string }) {
  const t = useTranslations("shell");
  if (count === 0) return null;
  return (
    <Count tone={COUNTED[section]} className={className}>
      <span aria-hidden>{count > MOST ? `${MOST}+` : count}</span>
      <span className="sr-only">{t("waiting", { section, count })}</span>
    </Count>
  );
}
