import { useTranslations } from "next-intl";
import { TimelineItem } from "@/components/display/timeline-item";
import { RawDelivery } from "@/components/evidence/raw-delivery";
import { RawExchange } from "@/components/transactions/raw-exchange";
import { Card, CardHeader, CardTitle } from "@/components/ui/card";
import type { Environment } from "@/lib/environment";
import type { KycEntry } from "@/lib/kyc/schema";
import { usePlayerMoment } from "./use-player-moment";

type Props = { environment: Environment; entries: KycEntry[]; mayReadRaw: boolean };

/** Everything on record about the player, newest first, each with the raw text behind it. */
export function PlayerTimeline({ environment, entries, mayReadRaw }: Props) {
  const t = useTranslations("players");
  return (
    <Card>
      <CardHeader>
        <CardTitle>{t("timeline")}</CardTitle>
        <span className="ml-auto text-xs text-subtle-foreground">JST</span>
      </CardHeader>
      <ol className="px-4 pt-4 md:px-4.5">
        {entries.map((entry) => (
          <Entry key={entry.id} environment={environment} entry={entry} mayReadRaw={mayReadRaw} />
        ))}
      </ol>
    </Card>
  );
}

type EntryProps = { environment: Environment; entry: KycEntry; mayReadRaw: boolean };

function Entry({ environment, entry, mayReadRaw }: EntryProps) {
  const words = usePlayerMoment(entry);
  const exchangeId = "exchangeId" in entry ? entry.exchangeId : null;
  const deliveryId = "deliveryId" in entry ? entry.deliveryId : null;
  return (
    <TimelineItem at={entry.at} {...words}>
      {mayReadRaw && exchangeId && <RawExchange environment={environment} exchangeId={exchangeId} />}
      {mayReadRaw && deliveryId && <RawDelivery environment={environment} deliveryId={deliveryId} />}
    </TimelineItem>
  );
}
