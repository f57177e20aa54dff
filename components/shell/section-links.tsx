"use client";

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
import Link from "next/link";
import { usePathname } from "next/navigation";
import { useTranslations } from "next-intl";
import type { Role } from "@/lib/auth/permissions";
import { cn } from "@/lib/cn";
import type { Environment } from "@/lib/environment";
import { type SectionName, sectionAt, sectionsFor } from "./sections";

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
};

/** Ways into the sections that this role may see; the one that one is in is marked. */
export function SectionLinks({ environment, role, from = 0, to, className, iconClassName }: Props) {
  const t = useTranslations("sections");
  const here = sectionAt(usePathname());
  return sectionsFor(role)
    .slice(from, to)
    .map(({ name, address }) => (
      <li key={name} className="min-w-0 flex-1">
        <Link href={address(environment)} aria-current={name === here ? "page" : undefined} className={className}>
          {iconClassName && <Icon name={name} className={iconClassName} />}
          <span className="truncate">{t(name)}</span>
        </Link>
      </li>
    ));
}

function Icon({ name, className }: { name: SectionName; className: string }) {
  const Drawn = ICONS[name];
  return <Drawn aria-hidden className={cn("shrink-0", className)} />;
}
