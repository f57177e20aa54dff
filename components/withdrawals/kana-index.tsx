"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { type KeyboardEvent, useState } from "react";
import { Button } from "@/components/ui/button";
import type { bankCache } from "@/lib/banks/cache";
import type { DirectoryEntry } from "@/lib/banks/schema";
import { KANA_ROWS, type KanaRow } from "@/lib/japan/directory/rows";
import { DirectoryName } from "./directory-name";

type Props = {
  /** What is listed, for those who hear it. */
  label: string;
  list: (row: KanaRow) => ReturnType<typeof bankCache.banksIn>;
  onPick: (entry: DirectoryEntry) => void;
};

/** For browsing rather than searching: a row of the kana table, then the names in it. */
export function KanaIndex({ label, list, onPick }: Props) {
  const t = useTranslations("withdrawals.directory");
  const [row, setRow] = useState<KanaRow | null>(null);
  const { data, isError } = useQuery({ ...list(row ?? "ア"), enabled: row !== null });
  const found = (row !== null && data?.found) || [];
  return (
    <div className="mt-1.5 grid gap-2 text-sm">
      <fieldset aria-label={t("rows")} className="flex flex-wrap gap-1">
        {KANA_ROWS.map((kana) => (
          <Button
            key={kana}
            size="small"
            lang="ja"
            aria-pressed={kana === row}
            className="min-w-8 aria-pressed:border-primary aria-pressed:bg-primary-soft aria-pressed:text-primary pointer-coarse:min-h-10 pointer-coarse:min-w-10"
            onClick={() => setRow(kana === row ? null : kana)}
          >
            {kana}
          </Button>
        ))}
      </fieldset>
      <p role="status" className="text-xs text-subtle-foreground empty:hidden">
        {isError ? t("unavailable") : row !== null && data && t("found", { count: found.length })}
      </p>
      {found.length > 0 && (
        <ul
          aria-label={label}
          onKeyDown={moveWithArrows}
          className="grid max-h-60 overflow-y-auto rounded-lg border border-border-strong py-1"
        >
          {found.map((entry, at) => (
            <li key={entry.code}>
              <button
                type="button"
                // One stop for the Tab key; the arrow keys move within.
                tabIndex={at === 0 ? 0 : -1}
                className="w-full px-3 py-1.5 text-left hover:bg-muted pointer-coarse:py-2.5"
                onClick={() => onPick(entry)}
              >
                <DirectoryName {...entry} />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

const STEPS: Record<string, number> = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 };

function moveWithArrows(event: KeyboardEvent<HTMLUListElement>) {
  const step = STEPS[event.key];
  if (step === undefined) return;
  event.preventDefault();
  const names = [...event.currentTarget.querySelectorAll("button")];
  names[names.findIndex((name) => name.matches(":focus")) + step]?.focus();
}
