"use client";

import Link from "next/link";
import { useTranslations } from "next-intl";
import { SegmentedLinks, segmentVariants } from "@/components/ui/segmented";
import type { Environment } from "@/lib/environment";

const SECTIONS = { figures: "", findings: "/findings" } as const;

type Props = { environment: Environment; current: keyof typeof SECTIONS };

/** The two reports: what was paid, and what went wrong beside it. */
export function ReportSections({ environment, current }: Props) {
  const t = useTranslations("reports.sections");
  return (
    <SegmentedLinks aria-label={t("label")} className="mb-3">
      {(["figures", "findings"] as const).map((section) => (
        <Link
          key={section}
          prefetch={false}
          href={`/${environment}/reports${SECTIONS[section]}`}
          aria-current={section === current ? "page" : undefined}
          className={segmentVariants()}
        >
          {t(section)}
        </Link>
      ))}
    </SegmentedLinks>
  );
}
