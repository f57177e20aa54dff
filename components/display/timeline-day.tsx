import { useLocale } from "next-intl";
import type { ReactNode } from "react";
import { formatDay } from "@/lib/time";

/** The entries of one day under its name: an entry itself has only the time. */
export function TimelineDay({ day, children }: { day: string; children: ReactNode }) {
  const name = formatDay(day, useLocale());
  return (
    <section aria-label={name} className="border-b border-border px-4 pt-3 last:border-b-0">
      <h3 className="mb-2 text-xs font-semibold text-muted-foreground figures">{name}</h3>
      <ol>{children}</ol>
    </section>
  );
}
