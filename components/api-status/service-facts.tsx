"use client";

import { useTranslations } from "next-intl";
import { Fact, Facts } from "@/components/display/facts";
import { Timestamp } from "@/components/display/timestamp";
import { Badge } from "@/components/ui/badge";
import { TitledCard } from "@/components/ui/card";
import type { Environment } from "@/lib/environment";
import { useKnownConnection } from "./use-known-connection";

/** Fields and words that neither the specification nor its announcements know. They broke nothing, and say so here. */
export function DriftFacts({ environment }: { environment: Environment }) {
  const t = useTranslations("apiStatus");
  const { strange } = useKnownConnection(environment).data;
  return (
    <TitledCard title={t("strange")}>
      {strange.length === 0 && <p className="px-4 py-5 text-muted-foreground">{t("strangeNone")}</p>}
      <ul>
        {strange.map(({ fact, value, firstSeenAt, lastSeenAt }) => (
          <li key={`${fact} ${value}`} className="grid gap-0.5 border-b border-border px-4 py-2.25 last:border-b-0">
            <p>
              {t(`strangeFacts.${fact}`)} <span className="font-mono text-xs break-all">{value}</span>
            </p>
            <p className="text-xs text-subtle-foreground">
              {t.rich("seenFromTo", {
                first: () => <Timestamp at={firstSeenAt} style="minute" />,
                last: () => <Timestamp at={lastSeenAt} style="minute" />,
              })}
            </p>
          </li>
        ))}
      </ul>
    </TitledCard>
  );
}

/** Which of the changes that the service has announced have been seen on the wire. The console takes both ways. */
export function AnnouncedChanges({ environment }: { environment: Environment }) {
  const t = useTranslations("apiStatus");
  const { announced } = useKnownConnection(environment).data;
  return (
    <TitledCard
      title={t("announced")}
      aside={<span className="ml-auto text-xs text-subtle-foreground">{t("announcedHint")}</span>}
    >
      <Facts>
        {announced.map(({ change, state, since, lastSeenAt }) => (
          <Fact key={change} name={t(`changes.${change}`)}>
            <Badge tone={state === "both" ? "watch" : "neutral"}>{t(`changeStates.${state}`)}</Badge>
            {(since ?? lastSeenAt) && (
              <span className="block text-xs text-subtle-foreground">
                {since
                  ? t.rich("since", { at: () => <Timestamp at={since} style="minute" /> })
                  : lastSeenAt && t.rich("oldWay", { at: () => <Timestamp at={lastSeenAt} style="minute" /> })}
              </span>
            )}
          </Fact>
        ))}
      </Facts>
    </TitledCard>
  );
}
