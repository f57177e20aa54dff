"use client";

import { useQuery } from "@tanstack/react-query";
import {
  ArrowDownLeft,
  ArrowUpRight,
  BookOpen,
  Building2,
  CalendarCheck,
  type LucideIcon,
  ScrollText,
  Settings,
  Sun,
  Users,
  Wallet,
} from "lucide-react";
import Link, { useLinkStatus } from "next/link";
import { usePathname } from "next/navigation";
import { useTranslations } from "next-intl";
import { type SectionName, sectionAt, sectionsFor } from "@/components/navigation/sections";
import type { Role } from "@/lib/auth/permissions";
import { cn } from "@/lib/cn";
import { dashboardCache } from "@/lib/dashboard/cache";
import type { DashboardView } from "@/lib/dashboard/schema";
import type { Environment } from "@/lib/environment";

const ICONS: Record<SectionName, LucideIcon> = {
  today: Sun,
  balances: Wallet,
  transactions: BookOpen,
  withdrawals: ArrowUpRight,
  deposits: ArrowDownLeft,
  players: Users,
  closing: CalendarCheck,
  banks: Building2,
  activity: ScrollText,
  settings: Settings,
};

type Props = {
  environment: Environment;
  role: Role;
  from?: number;
  to?: number;
  className: string;
  iconClassName?: string;
  /** Where the number of what waits there is drawn. */
  countClassName: string;
};

/** Ways into the sections that this role may see; the one that one is in is marked. */
export function SectionLinks({ environment, role, from = 0, to, className, iconClassName, countClassName }: Props) {
  const t = useTranslations("sections");
  const here = sectionAt(usePathname());
  const { data: counts } = useQuery(dashboardCache.counts(environment));
  return sectionsFor(role)
    .slice(from, to)
    .map(({ name, address }) => (
      <li key={name} className="min-w-0 flex-1">
        <Link href={address(environment)} aria-current={name === here ? "page" : undefined} className={className}>
          {iconClassName && <Icon name={name} className={iconClassName} />}
          <Label>{t(name)}</Label>
          {counts && hasCount(name) && (
            <Waiting section={name} count={counts.waiting[name]} className={countClassName} />
          )}
        </Link>
      </li>
    ));
}

/** Marked from the press until its page is there: the page before stays visible meanwhile. */
function Label({ children }: { children: string }) {
  const { pending } = useLinkStatus();
  return (
    <span
      data-pending={pending || undefined}
      className="truncate decoration-dotted underline-offset-4 data-pending:underline"
    >
      {children}
    </span>
  );
}

type Counted = keyof DashboardView["waiting"];
const COUNTED: Record<Counted, true> = { today: true, withdrawals: true, players: true };
const hasCount = (name: SectionName): name is Counted => Object.hasOwn(COUNTED, name);

/** More than this is "many", and three digits would not fit. */
const MOST = 99;

/** How much waits there. Nothing is drawn where nothing does. */
function Waiting({ section, count, className }: { section: Counted; count: number; className: string }) {
  const t = useTranslations("shell");
  if (count === 0) return null;
  return (
    <span className={cn("text-xs font-semibold text-warning figures", className)}>
      <span aria-hidden>{count > MOST ? `${MOST}+` : count}</span>
      <span className="sr-only">{t("waiting", { section, count })}</span>
    </span>
  );
}

function Icon({ name, className }: { name: SectionName; className: string }) {
  const Drawn = ICONS[name];
  return <Drawn aria-hidden className={cn("shrink-0", className)} />;
}
