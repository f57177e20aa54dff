import { useTranslations } from "next-intl";
import { TimelineDay } from "@/components/display/timeline-day";
import { TimelineItem } from "@/components/display/timeline-item";
import { RawDelivery } from "@/components/evidence/raw-delivery";
import { RawExchange } from "@/components/transactions/raw-exchange";
import { TitledCard } from "@/components/ui/card";
import type { Environment } from "@/lib/environment";
import type { KycEntry } from "@/lib/kyc/schema";
import { tokyoDay } from "@/lib/time";
import { usePlayerMoment } from "./use-player-moment";

type Props = { environment: Environment; playerId: string; entries: KycEntry[]; mayReadRaw: boolean };

/** Everything on record about the player, newest first, each with the raw text behind it. */
export function PlayerTimeline({ environment, playerId, entries, mayReadRaw }: Props) {
  const t = useTranslations("players");
  return (
    <TitledCard title={t("timeline")} aside={<span className="text-xs text-subtle-foreground">JST</span>}>
      {[...Map.groupBy(entries, ({ at }) => tokyoDay(new Date(at)))].map(([day, ofDay]) => (
        <TimelineDay key={day} day={day}>
          {ofDay.map((entry) => (
            <Entry key={entry.id} environment={environment} playerId={playerId} entry={entry} mayReadRaw={mayReadRaw} />
          ))}
        </TimelineDay>
      ))}
    </TitledCard>
  );
}

type EntryProps = { environment: Environment; playerId: string; entry: KycEntry; mayReadRaw: boolean };

function Entry({ environment, playerId, entry, mayReadRaw }: EntryProps) {
  const words = usePlayerMoment(playerId, entry);
  const exchangeId = "exchangeId" in entry ? entry.exchangeId : null;
  const deliveryId = "deliveryId" in entry ? entry.deliveryId : null;
  return (
    <TimelineItem at={entry.at} {...words}>
      {mayReadRaw && exchangeId && <RawExchange environment={environment} exchangeId={exchangeId} />}
      {mayReadRaw && deliveryId && <RawDelivery environment={environment} deliveryId={deliveryId} />}
    </TimelineItem>
  );
}
