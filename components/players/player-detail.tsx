"use client";

import { useSuspenseQuery } from "@tanstack/react-query";
import { RefreshCw } from "lucide-react";
import type { Route } from "next";
import { useTranslations } from "next-intl";
import { Copyable } from "@/components/display/copyable";
import { Staleness } from "@/components/feedback/staleness";
import { Reveal } from "@/components/pii/reveal";
import { useReveal } from "@/components/pii/use-reveal";
import { PageFrame } from "@/components/shell/page-frame";
import { Button } from "@/components/ui/button";
import { Card, CardHeader, CardTitle } from "@/components/ui/card";
import { Count } from "@/components/ui/count";
import type { Environment } from "@/lib/environment";
import { playerCache } from "@/lib/kyc/cache";
import { KycStatusField } from "./kyc-status-field";
import { PlayerTimeline } from "./player-timeline";
import { Registrations } from "./registrations";
import { useCheckPlayerStatus } from "./use-check-player-status";

type Props = {
  environment: Environment;
  playerId: string;
  back: Route | null;
  mayAsk: boolean;
  mayRegister: boolean;
  mayReadRaw: boolean;
};

/** One player: first the sentence that is true, then what happened, then every registration there was. */
export function PlayerDetail({ environment, playerId, back, mayAsk, mayRegister, mayReadRaw }: Props) {
  const t = useTranslations("players");
  const query = useSuspenseQuery(playerCache.one(environment, playerId));
  const player = query.data;
  const reveal = useReveal(environment, { of: "player", playerId });
  const isMasked = player.registrations.some(({ masked }) => masked);
  return (
    <PageFrame
      title={playerId}
      heading={
        <Copyable text={playerId} what={t("playerId")}>
          <span className="font-mono break-all">{playerId}</span>
        </Copyable>
      }
      parent={{ href: `/${environment}/players`, title: t("title") }}
      summary={t("count", { count: player.registrations.length })}
      actions={mayAsk && <Ask environment={environment} playerId={playerId} />}
    >
      <Staleness query={query} />
      <KycStatusField environment={environment} player={player} back={back} mayRegister={mayRegister} />
      <div className="grid grid-cols-1 items-start gap-4 xl:grid-cols-[minmax(0,1fr)_23.75rem]">
        <PlayerTimeline
          environment={environment}
          playerId={playerId}
          entries={player.timeline}
          mayReadRaw={mayReadRaw}
        />
        <Card>
          <CardHeader>
            <CardTitle>{t("registrations")}</CardTitle>
            <Count>{player.registrations.length}</Count>
          </CardHeader>
          {isMasked && (
            <Reveal
              reveal={reveal}
              revealable={player.registrations.some(({ revealable }) => revealable)}
              what={t("name")}
              className="border-b border-border px-4 py-2"
            />
          )}
          <Registrations registrations={player.registrations} names={reveal.shown?.names} asOf={player.asOf} />
        </Card>
      </div>
    </PageFrame>
  );
}

function Ask({ environment, playerId }: { environment: Environment; playerId: string }) {
  const t = useTranslations("players");
  const ask = useCheckPlayerStatus(environment);
  return (
    <div className="flex flex-wrap items-center gap-2.5">
      <p role="status" className="text-sm text-muted-foreground empty:absolute">
        {ask.said}
      </p>
      <Button disabled={ask.isPending} onClick={() => ask.check({ playerId })}>
        <RefreshCw aria-hidden />
        {ask.isPending ? t("asking") : t("ask")}
      </Button>
    </div>
  );
}
