import { useTranslations } from "next-intl";
import { Fact, Facts } from "@/components/display/facts";
import { Timestamp } from "@/components/display/timestamp";
import { Badge } from "@/components/ui/badge";
import { Card, CardHeader, CardTitle } from "@/components/ui/card";
import type { AnnouncedView } from "@/lib/api-status/state";

/** Which of the changes that the service has announced have been seen on the wire. The console takes both ways. */
export function AnnouncedChanges({ announced }: { announced: AnnouncedView[] }) {
  const t = useTranslations("connection");
  return (
    <Card>
      <CardHeader>
        <CardTitle>{t("announced")}</CardTitle>
        <span className="ml-auto text-xs text-subtle-foreground">{t("announcedHint")}</span>
      </CardHeader>
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
    </Card>
  );
}
