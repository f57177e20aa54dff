"use client";

import { useTranslations } from "next-intl";
import { useSurePush } from "@/components/navigation/use-sure-push";
import { playerPath } from "@/components/orders/player-link";
import { Button } from "@/components/ui/button";
import type { Environment } from "@/lib/environment";
import { useCheckPlayerStatus } from "./use-check-player-status";

/** The service knows players whom others registered. What was searched for may be one's id. */
export function CheckPlayerStatusButton({ environment, playerId }: { environment: Environment; playerId: string }) {
  const t = useTranslations("players");
  const leaveTo = useSurePush();
  const ask = useCheckPlayerStatus(environment, () => leaveTo(playerPath(environment, playerId)));
  return (
    <div className="flex flex-wrap items-center gap-3 border-t border-border px-4 py-3">
      <Button disabled={ask.isPending} onClick={() => ask.check({ playerId })}>
        {ask.isPending ? t("asking") : t("askAbout", { playerId })}
      </Button>
      <p role="status" className="text-sm text-muted-foreground">
        {ask.said}
      </p>
    </div>
  );
}
