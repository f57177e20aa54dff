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
    <nav aria-label={t("environment")} className="flex overflow-hidden rounded-lg border border-line-2 text-[13px]">
      {offered.map((other) => (
        <Link
          key={other}
          href={sameSectionIn(other, pathname)}
          aria-current={other === environment ? "true" : undefined}
          className="px-3 py-1.25 whitespace-nowrap text-ink-2 -outline-offset-2 hover:text-ink aria-[current=true]:bg-watch-soft aria-[current=true]:font-semibold aria-[current=true]:text-watch"
        >
          {t(other)}
        </Link>
      ))}
    </nav>
  );
}
