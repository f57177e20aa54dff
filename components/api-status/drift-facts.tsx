import { useTranslations } from "next-intl";
import { Timestamp } from "@/components/display/timestamp";
import { Card, CardHeader, CardTitle } from "@/components/ui/card";
import type { StrangeFact } from "@/lib/api-status/state";

/** Fields and words that neither the specification nor its announcements know. They broke nothing, and say so here. */
export function DriftFacts({ strange }: { strange: StrangeFact[] }) {
  const t = useTranslations("connection");
  return (
    <Card>
      <CardHeader>
        <CardTitle>{t("strange")}</CardTitle>
      </CardHeader>
      {strange.length === 0 && <p className="px-4 py-5 text-muted-foreground">{t("strangeNone")}</p>}
      <ul>
        {strange.map(({ fact, value, firstSeenAt, lastSeenAt }) => (
          <li key={`${fact} ${value}`} className="grid gap-0.5 border-b border-border px-4 py-2.25 last:border-b-0">
            <p>
              {t(`strangeFacts.${fact}`)} <span className="font-mono text-[12.5px] break-all">{value}</span>
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
    </Card>
  );
}
