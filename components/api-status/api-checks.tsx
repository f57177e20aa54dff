"use client";

import { useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { Check, CircleQuestionMark, type LucideIcon, RefreshCw, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { Fact, Facts } from "@/components/display/facts";
import { Timestamp } from "@/components/display/timestamp";
import { Staleness } from "@/components/feedback/staleness";
import { useAnnouncement } from "@/components/feedback/use-announcement";
import { failureText } from "@/components/messages/failure-text";
import { Alert } from "@/components/ui/alert";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Card, CardHeader, CardTitle } from "@/components/ui/card";
import { apiStatusCache } from "@/lib/api-status/cache";
import { CHECKS, type Verdict } from "@/lib/api-status/state";
import type { Environment } from "@/lib/environment";

const TONES = { right: "neutral", wrong: "failed", unknown: "watch" } as const satisfies Record<Verdict, string>;

const ICONS = { right: Check, wrong: X, unknown: CircleQuestionMark } as const satisfies Record<Verdict, LucideIcon>;

/** What the service's answer to a harmless question says about the connection, with the exact cause of what is wrong. */
export function ApiChecks({ environment }: { environment: Environment }) {
  const t = useTranslations("apiStatus");
  const failures = useTranslations("failures");
  const query = useSuspenseQuery(apiStatusCache.check(environment));
  const { at, verdicts, failure, driftSeconds, pausedUntil, tookMs } = query.data;
  const isWell = CHECKS.every((name) => verdicts[name] === "right");
  const client = useQueryClient();
  const announced = useAnnouncement(isWell ? t("well") : t("notWell"));
  /** What the answer is like stands in other cards. */
  async function checkAgain() {
    await query.refetch();
    await client.invalidateQueries({ queryKey: apiStatusCache.known(environment).queryKey });
  }
  return (
    <Card>
      <CardHeader>
        <CardTitle>{t("checks")}</CardTitle>
        <span className="text-xs text-subtle-foreground">
          <Timestamp at={at} style="recent" />
        </span>
        <Button size="small" className="ml-auto" disabled={query.isFetching} onClick={() => void checkAgain()}>
          <RefreshCw aria-hidden />
          {query.isFetching ? t("checking") : t("check")}
        </Button>
      </CardHeader>
      <p role="status" className="sr-only">
        {announced}
      </p>
      <div className="px-4 pt-3 empty:hidden">
        <Staleness query={query} />
        {failure && <Alert tone="failed">{failureText(failures, failure)}</Alert>}
        {pausedUntil && (
          <Alert tone="watch" className="mt-2">
            {t.rich("paused", { until: () => <Timestamp at={pausedUntil} style="recent" /> })}
          </Alert>
        )}
      </div>
      <Facts>
        {CHECKS.map((name) => (
          <Fact key={name} name={t(`check_${name}`)} hint={verdicts[name] === "wrong" ? t(`cause_${name}`) : undefined}>
            <Badge tone={TONES[verdicts[name]]} icon={ICONS[verdicts[name]]}>
              {t(`verdict_${verdicts[name]}`)}
            </Badge>{" "}
            {name === "clock" && driftSeconds !== null && (
              <span className="figures">
                {t("drift", { seconds: Math.abs(driftSeconds), direction: driftSeconds > 0 ? "ahead" : "behind" })}
              </span>
            )}
            {name === "reachable" && verdicts.reachable === "right" && (
              <span className="figures text-subtle-foreground">{t("took", { ms: tookMs })}</span>
            )}
          </Fact>
        ))}
      </Facts>
    </Card>
  );
}

/** The same while the service is being asked, as high as its answer is going to be. */
export function ApiChecksLoader() {
  const t = useTranslations("apiStatus");
  return (
    <Card>
      <CardHeader>
        <CardTitle>{t("checks")}</CardTitle>
        <p role="status" className="text-xs text-subtle-foreground">
          {t("asking")}
        </p>
      </CardHeader>
      <Facts>
        {CHECKS.map((name) => (
          <Fact key={name} name={t(`check_${name}`)}>
            <Badge>…</Badge>
          </Fact>
        ))}
      </Facts>
    </Card>
  );
}
