"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { Sheet } from "@/components/ui/sheet";
import { singleKeysAreOn, turnSingleKeys } from "./single-keys";

const KEYS = [
  { keys: ["⌘K", "Ctrl K"], does: "palette" },
  { keys: ["/"], does: "search" },
  { keys: ["?"], does: "keys" },
  { keys: ["↑", "↓"], does: "move" },
  { keys: ["J", "K"], does: "rows" },
  { keys: ["↓"], does: "firstRow" },
  { keys: ["Space"], does: "select" },
  { keys: ["Enter"], does: "take" },
  { keys: ["Esc"], does: "close" },
] as const;

/** The keyboard shortcuts, and the switch for single-character ones. */
export function KeyList({ onClose }: { onClose: () => void }) {
  const t = useTranslations("palette.keyList");
  const [isOn, setIsOn] = useState(singleKeysAreOn);
  return (
    <Sheet title={t("title")} close={t("close")} onClose={onClose}>
      <dl className="grid gap-2">
        {KEYS.map(({ keys, does }) => (
          <div key={does} className="grid grid-cols-[8rem_1fr] items-baseline gap-3">
            <dt className="flex gap-1.5">
              {keys.map((key) => (
                <kbd key={key} className="rounded-sm border border-border-strong bg-muted px-1.5 font-mono text-xs">
                  {key}
                </kbd>
              ))}
            </dt>
            <dd>{t(does)}</dd>
          </div>
        ))}
      </dl>
      <p className="text-muted-foreground">{t("never")}</p>
      <label className="flex min-h-6 items-center gap-2">
        <input
          type="checkbox"
          checked={isOn}
          onChange={({ target }) => {
            turnSingleKeys(target.checked);
            setIsOn(target.checked);
          }}
        />
        {t("single")}
      </label>
    </Sheet>
  );
}
