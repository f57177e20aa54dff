"use client";

import { useSuspenseQuery } from "@tanstack/react-query";
import type { Route } from "next";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { Copyable } from "@/components/display/copyable";
import { Staleness } from "@/components/feedback/staleness";
import { Reveal } from "@/components/pii/reveal";
import { useReveal } from "@/components/pii/use-reveal";
import { Button } from "@/components/ui/button";
import { Card, CardHeader, CardTitle } from "@/components/ui/card";
import type { Environment } from "@/lib/environment";
import { playerCache } from "@/lib/kyc/cache";
import { KycStatusField } from "./kyc-status-field";
import { PlayerTimeline } from "./player-timeline";
import { Registrations } from "./registrations";
import { useCheckPlayerStatus } from "./use-check-player-status";
import { useCheckResult } from "./use-check-result";

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
    <>
      <div className="mb-4.5 flex flex-wrap items-center gap-x-3 gap-y-2">
        <Link href={`/${environment}/players`} className="text-muted-foreground hover:underline">
          {t("title")}
        </Link>
        <span aria-hidden className="text-subtle-foreground">
          /
        </span>
        <Copyable text={playerId} what={t("playerId")}>
          <h1 className="font-mono text-base break-all">{playerId}</h1>
        </Copyable>
        {mayAsk && <Ask environment={environment} playerId={playerId} />}
      </div>
      <Staleness query={query} />
      <KycStatusField environment={environment} player={player} back={back} mayRegister={mayRegister} />
      <div className="grid items-start gap-4 lg:grid-cols-[1.4fr_1fr]">
        <PlayerTimeline environment={environment} entries={player.timeline} mayReadRaw={mayReadRaw} />
        <Card>
          <CardHeader>
            <CardTitle>{t("registrations")}</CardTitle>
            <span className="ml-auto text-xs text-subtle-foreground">
              {t("count", { count: player.registrations.length })}
            </span>
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
    </>
  );
}

function Ask({ environment, playerId }: { environment: Environment; playerId: string }) {
  const t = useTranslations("players");
  const ask = useCheckPlayerStatus(environment);
  const said = useCheckResult(ask);
  return (
    <div className="ml-auto flex flex-wrap items-center justify-end gap-2.5">
      <p role="status" className="text-[13px] text-muted-foreground">
        {said}
      </p>
      <Button focusableWhenDisabled disabled={ask.isPending} onClick={() => ask.mutate({ playerId })}>
        {ask.isPending ? t("asking") : t("ask")}
      </Button>
    </div>
  );
}
