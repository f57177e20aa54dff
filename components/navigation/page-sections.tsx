"use client";

import Link from "next/link";
import { useTranslations } from "next-intl";
import { SegmentedLinks, segmentVariants } from "@/components/ui/segmented";
import type { Environment } from "@/lib/environment";

const SECTIONS = {
  /** What was paid, and what went wrong beside it. */
  reports: [
    ["/reports", "reports.sections.figures"],
    ["/reports/findings", "reports.sections.findings"],
  ],
  /** Ledgers, and what moved the balance beside the orders, and what the bank says of it. */
  reconciliation: [
    ["/reconciliation", "reconciliation.sections.runs"],
    ["/reconciliation/movements", "reconciliation.sections.movements"],
    ["/reconciliation/statements", "reconciliation.sections.statements"],
  ],
} as const;
type Of = keyof typeof SECTIONS;

type Props = { environment: Environment } & {
  [Each in Of]: { of: Each; current: (typeof SECTIONS)[Each][number][0] };
}[Of];

/** The parts of a page that each have an address. */
export function PageSections({ environment, of, current }: Props) {
  const t = useTranslations();
  return (
    <SegmentedLinks aria-label={t(`${of}.sections.label`)} className="mb-3 max-w-full overflow-x-auto">
      {SECTIONS[of].map(([path, name]) => (
        <Link
          key={path}
          prefetch={false}
          href={`/${environment}${path}`}
          aria-current={path === current ? "page" : undefined}
          className={segmentVariants()}
        >
          {t(name)}
        </Link>
      ))}
    </SegmentedLinks>
  );
}
