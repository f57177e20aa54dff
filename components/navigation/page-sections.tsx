"use client";

import { useTranslations } from "next-intl";
import { TabLinks } from "@/components/filters/tab-links";
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
  const tabs = SECTIONS[of].map(([path, name]) => ({
    name: path,
    text: t(name),
    href: `/${environment}${path}` as const,
  }));
  return <TabLinks label={t(`${of}.sections.label`)} tabs={tabs} current={current} className="mb-3 print:hidden" />;
}
