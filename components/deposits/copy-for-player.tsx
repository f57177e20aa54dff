"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { PLAYER_LANGUAGES, type PlayerLanguage, playerText } from "@/lib/deposits/player-message";
import type { InstructionsView, TransactionView } from "@/lib/transactions/schema";

type Said = { language: PlayerLanguage; copied: boolean };

/** All of it as one text, in the player's language: what the console is read in is another matter. */
export function CopyForPlayer({ order, how }: { order: TransactionView; how: InstructionsView }) {
  const t = useTranslations("deposits.handOver");
  const common = useTranslations("common");
  const [said, setSaid] = useState<Said | null>(null);

  const copy = (language: PlayerLanguage) =>
    navigator.clipboard.writeText(playerText(order, how, language)).then(
      () => setSaid({ language, copied: true }),
      () => setSaid({ language, copied: false }),
    );

  return (
    <div className="flex flex-wrap items-center gap-2">
      <span className="text-sm">{t("copyAll")}</span>
      {PLAYER_LANGUAGES.map((language) => (
        <Button key={language} onClick={() => copy(language)}>
          {t(language)}
        </Button>
      ))}
      <span
        role="status"
        className={said?.copied === false ? "text-xs text-destructive" : "text-xs text-muted-foreground"}
      >
        {said && (said.copied ? `${common("copied")} (${t(said.language)})` : common("copyFailed"))}
      </span>
    </div>
  );
}
