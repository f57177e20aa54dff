"use client";

import Link from "next/link";
import { usePathname } from "next/navigation";
import { useTranslations } from "next-intl";
import { sameSectionIn } from "@/components/navigation/sections";
import type { Environment } from "@/lib/environment";

/** Changes the address, so that two tabs can never disagree about where they are. */
export function EnvironmentSwitch({ environment, offered }: { environment: Environment; offered: Environment[] }) {
  const t = useTranslations("shell");
  const pathname = usePathname();
  return (
    <nav
      aria-label={t("environment")}
      className="flex overflow-hidden rounded-lg border border-border-strong text-[13px]"
    >
      {offered.map((other) => (
        <Link
          key={other}
          href={sameSectionIn(other, pathname)}
          aria-current={other === environment ? "true" : undefined}
          className="px-3 py-1.25 whitespace-nowrap text-muted-foreground -outline-offset-2 hover:text-foreground aria-[current=true]:bg-warning-muted aria-[current=true]:font-semibold aria-[current=true]:text-warning"
        >
          {t(other)}
        </Link>
      ))}
    </nav>
  );
}
