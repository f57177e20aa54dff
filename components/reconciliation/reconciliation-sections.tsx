"use client";

import Link from "next/link";
import { useTranslations } from "next-intl";
import { SegmentedLinks, segmentVariants } from "@/components/ui/segmented";
import type { Environment } from "@/lib/environment";

const SECTIONS = { runs: "", movements: "/movements", statements: "/statements" } as const;

type Props = { environment: Environment; current: keyof typeof SECTIONS };

/** The parts of reconciliation: ledgers, and what moved the balance beside the orders, and what the bank says of it. */
export function ReconciliationSections({ environment, current }: Props) {
  const t = useTranslations("reconciliation.sections");
  return (
    <SegmentedLinks aria-label={t("label")} className="mb-3 max-w-full overflow-x-auto">
      {(["runs", "movements", "statements"] as const).map((section) => (
        <Link
          key={section}
          prefetch={false}
          href={`/${environment}/reconciliation${SECTIONS[section]}`}
          aria-current={section === current ? "page" : undefined}
          className={segmentVariants()}
        >
          {t(section)}
        </Link>
      ))}
    </SegmentedLinks>
  );
}
