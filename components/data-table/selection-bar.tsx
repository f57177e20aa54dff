"use client";

import { X } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { CopyButton } from "@/components/display/copyable";
import { Button } from "@/components/ui/button";

type Props<Row> = {
  rows: Row[];
  copied: (row: Row) => string;
  sum?: ((rows: Row[]) => ReactNode) | undefined;
  /** What else can be done with the chosen rows. */
  more?: ReactNode;
  onExport: (() => void) | undefined;
  onClear: () => void;
};

/** What is selected, above the foot of the list, which keeps its totals in sight. No action of it moves money. */
export function SelectionBar<Row>({ rows, copied, sum, more, onExport, onClear }: Props<Row>) {
  const t = useTranslations("list");
  if (rows.length === 0) return null;
  return (
    <section
      aria-label={t("chosen", { count: rows.length })}
      className="sticky bottom-2 z-10 mx-auto my-3 flex w-fit max-w-full flex-wrap items-center gap-x-2 gap-y-1.5 rounded-xl border border-border-strong bg-popover py-1.5 pr-1.5 pl-3.5 text-sm shadow-pop max-lg:bottom-20 lg:absolute lg:inset-x-0 lg:my-0"
    >
      <span className="font-semibold">{t("chosen", { count: rows.length })}</span>
      {sum && <span className="flex flex-wrap gap-x-2 border-l border-border pl-2">{sum(rows)}</span>}
      {more}
      <CopyButton text={rows.map(copied).join("\n")}>{t("copy")}</CopyButton>
      {onExport && (
        <Button size="small" onClick={onExport}>
          {t("exportChosen")}
        </Button>
      )}
      <Button size="icon" variant="ghost" aria-label={t("chooseNone")} title={t("chooseNone")} onClick={onClear}>
        <X aria-hidden className="size-3.5" />
      </Button>
    </section>
  );
}
