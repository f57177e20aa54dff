import { useTranslations } from "next-intl";
import { Fact, Facts } from "@/components/facts";
import { Badge } from "@/components/ui/badge";
import { Card, CardHeader, CardTitle } from "@/components/ui/card";
import { When } from "@/components/when";
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
                  ? t.rich("since", { at: () => <When at={since} style="minute" /> })
                  : lastSeenAt && t.rich("oldWay", { at: () => <When at={lastSeenAt} style="minute" /> })}
              </span>
            )}
          </Fact>
        ))}
      </Facts>
    </Card>
  );
}
