"use client";

import Link from "next/link";
import { usePathname } from "next/navigation";
import { useTranslations } from "next-intl";
import type { Role } from "@/lib/auth/permissions";
import { cn } from "@/lib/cn";
import type { Environment } from "@/lib/environment";
import { sectionAt, sectionsFor } from "./sections";

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
    .map(({ name, icon: Icon, address }) => (
      <li key={name} className="min-w-0 flex-1">
        <Link href={address(environment)} aria-current={name === here ? "page" : undefined} className={className}>
          {iconClassName && <Icon aria-hidden className={cn("shrink-0", iconClassName)} />}
          <span className="truncate">{t(name)}</span>
        </Link>
      </li>
    ));
}
